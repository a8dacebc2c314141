#pragma once

#include "CPictures.h"

/// Scales rows down as they come, by the average of the light that falls on each new pixel: no overshoot beside edges,
/// and the memory of two rows.
typedef struct {
    PicturePixels pixels;
    int sourceWidth, sourceHeight;
    /// Number of rows that were taken.
    int taken;
    /// Index of the new row that is summed up, and the part of it that is missing, in units of which it has
    /// `sourceHeight`, and of which each row that comes has `pixels.height`.
    int row, missing;
    /// Light of the row that came, and of the new row so far: three numbers for each new pixel.
    float *line, *sums;
} Scaler;

/// Begins to scale to a size that is not larger.
///
/// - Returns: 0 when there is no memory. scalerEnd is called in any case.
int scalerBegin(Scaler *scaler, int sourceWidth, int sourceHeight, int width, int height);

/// Takes the next row: three bytes a pixel. A row too many is ignored.
void scalerTake(Scaler *scaler, const uint8_t *rgb);

/// Frees the memory but for the pixels.
void scalerEnd(Scaler *scaler);

/// Computes the size of a picture that is scaled down until its longer side fits.
void scaledSize(int width, int height, int longerSide, int *scaledWidth, int *scaledHeight);

/// Whether a size is within the limits.
int isAllowed(const PictureLimits *limits, int64_t width, int64_t height);

/// Lays a row with four bytes a pixel on white: writes three bytes a pixel, also into the same memory.
void flatten(const uint8_t *rgba, int width, uint8_t *rgb);

/// Reads the orientation, 1 to 8, from Exif data (TIFF); 1 when they have none.
int orientationOf(const uint8_t *bytes, size_t length);

// Decoders of one format each: they give their rows to a scaler that they begin, and set the orientation.

PictureStatus decodeJPEG(
    const uint8_t *bytes, size_t length, const PictureLimits *limits, int longerSide, Scaler *scaler,
    int *orientation);
PictureStatus decodePNG(
    const uint8_t *bytes, size_t length, const PictureLimits *limits, int longerSide, Scaler *scaler,
    int *orientation);
PictureStatus decodeWebP(
    const uint8_t *bytes, size_t length, const PictureLimits *limits, int longerSide, Scaler *scaler,
    int *orientation);
