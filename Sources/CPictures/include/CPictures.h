#pragma once

#include <stddef.h>
#include <stdint.h>

/// Result of a decoding or an encoding.
typedef enum {
    pictureMade,
    /// It is neither JPEG nor PNG nor WebP, or of a kind of these that no browser shows.
    pictureUnknown,
    /// It is damaged: it ends too early, or contradicts itself.
    pictureBroken,
    /// It is WebP with several frames.
    pictureAnimated,
    /// A side is too long, there are too many pixels, or decoding them would take too much memory.
    pictureTooManyPixels,
    /// Decoding would take too long.
    pictureTooMuchWork,
    /// The system has no memory left.
    pictureNoMemory,
} PictureStatus;

/// Limits of a decoding.
typedef struct {
    /// Pixels of a side.
    int side;
    /// Pixels in all.
    int64_t pixels;
    /// Bytes that a decoder may take where it can't do with a few rows.
    int64_t memory;
    /// Number of scans of a JPEG.
    int scans;
    /// Number of scans of a JPEG times its pixels.
    int64_t scannedPixels;
} PictureLimits;

/// Pixels of a picture.
typedef struct {
    /// Three bytes a pixel (red, green, blue in sRGB), row after row from the top, without gaps.
    uint8_t *_Nullable rgb;
    int width, height;
} PicturePixels;

/// Decodes a JPEG, PNG or WebP file, whose type follows from its first bytes.
///
/// The pixels are scaled down, turned as the file's Exif data say, and laid on white where they are transparent. Errors
/// of the libraries end here (`longjmp`). They write no messages.
///
/// - Parameters:
///   - bytes: the file, of `length` bytes.
///   - longerSide: pixels of the longer side at most; at least 1. Nothing is scaled up.
///   - pixels: the pixels, if the result is `pictureMade`; the caller gives them to picturePixelsFree.
PictureStatus pictureDecode(
    const uint8_t *_Nonnull bytes, size_t length, const PictureLimits *_Nonnull limits, int longerSide,
    PicturePixels *_Nonnull pixels);

/// Scales pixels down. The parameters are those of pictureDecode.
PictureStatus pictureScale(const PicturePixels *_Nonnull from, int longerSide, PicturePixels *_Nonnull pixels);

/// Frees the pixels.
void picturePixelsFree(PicturePixels *_Nonnull pixels);

/// Encodes pixels as JPEG, without metadata.
///
/// - Parameters:
///   - quality: 1 to 100.
///   - bytes: the file, of `length` bytes, if the result is `pictureMade`; the caller frees it with `free`.
PictureStatus pictureEncode(
    const PicturePixels *_Nonnull pixels, int quality, uint8_t *_Nullable *_Nonnull bytes, size_t *_Nonnull length);
