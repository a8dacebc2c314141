#pragma once

#include <stddef.h>
#include <stdint.h>

/// Kinds of JPEG files, and so of the samples that they are made of.
typedef enum {
    /// One byte a pixel.
    jpegGrey,
    /// Three bytes a pixel.
    jpegColour,
    /// Four bytes a pixel, as Adobe's programs write them: 255 is no ink.
    jpegInks,
    /// The same, converted to YCCK.
    jpegConvertedInks,
} JPEGKind;

/// Returns a JPEG file of samples, without the chroma at half size; the caller frees it.
///
/// - Parameter isProgressive: whether it has several scans: the DC coefficients of all components, then the others of each.
uint8_t *_Nullable jpegFile(
    const uint8_t *_Nonnull samples, int width, int height, JPEGKind kind, int isProgressive,
    size_t *_Nonnull length);

/// Returns a WebP file of pixels with four bytes each (red, green, blue, alpha); the caller frees it.
uint8_t *_Nullable webpFile(
    const uint8_t *_Nonnull rgba, int width, int height, int isLossless, size_t *_Nonnull length);
