#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>

#include "Decoders.h"

static size_t number(const uint8_t *bytes) {
    return bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
}

/// Reads the orientation from the chunk with Exif data.
static int orientationIn(const uint8_t *bytes, size_t length) {
    for (size_t at = 12; length - at >= 8;) {
        size_t size = number(bytes + at + 4);
        if (size > length - at - 8) return 1;
        const uint8_t *data = bytes + at + 8;
        if (!memcmp(bytes + at, "EXIF", 4)) {
            // Some programs put the head of JPEG's Exif data before it.
            int hasHead = size > 6 && !memcmp(data, "Exif\0\0", 6);
            return hasHead ? orientationOf(data + 6, size - 6) : orientationOf(data, size);
        }
        if (size % 2) size++;
        if (size > length - at - 8) return 1;
        at += 8 + size;
    }
    return 1;
}

static PictureStatus statusOf(VP8StatusCode code) {
    switch (code) {
    case VP8_STATUS_OK: return pictureMade;
    case VP8_STATUS_OUT_OF_MEMORY: return pictureNoMemory;
    default: return pictureBroken;
    }
}

PictureStatus decodeWebP(
    const uint8_t *bytes, size_t length, const PictureLimits *limits, int longerSide, Scaler *scaler,
    int *orientation) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return pictureNoMemory;
    VP8StatusCode code = WebPGetFeatures(bytes, length, &config.input);
    if (code != VP8_STATUS_OK) return statusOf(code);
    int width = config.input.width, height = config.input.height;
    if (!isAllowed(limits, width, height)) return pictureTooManyPixels;
    if (config.input.has_animation) return pictureAnimated;
    // Without loss, and for transparency, the library keeps four bytes of each pixel.
    int isLossy = config.input.format == 1, hasAlpha = config.input.has_alpha;
    if ((!isLossy || hasAlpha) && (int64_t)width * height * 4 > limits->memory) return pictureTooManyPixels;
    // The library can't give out rows as they come. So it scales what is large to twice the size itself.
    int newWidth, newHeight, largeWidth, largeHeight;
    scaledSize(width, height, longerSide, &newWidth, &newHeight);
    scaledSize(width, height, longerSide <= limits->side / 2 ? 2 * longerSide : limits->side, &largeWidth, &largeHeight);
    if (largeWidth != width || largeHeight != height) {
        config.options.use_scaling = 1;
        config.options.scaled_width = largeWidth;
        config.options.scaled_height = largeHeight;
    }
    config.output.colorspace = hasAlpha ? MODE_RGBA : MODE_RGB;
    PictureStatus status = statusOf(WebPDecode(bytes, length, &config));
    if (status == pictureMade && !scalerBegin(scaler, largeWidth, largeHeight, newWidth, newHeight))
        status = pictureNoMemory;
    for (int y = 0; status == pictureMade && y < largeHeight; y++) {
        uint8_t *row = config.output.u.RGBA.rgba + (size_t)y * config.output.u.RGBA.stride;
        if (hasAlpha) flatten(row, largeWidth, row);
        scalerTake(scaler, row);
    }
    *orientation = orientationIn(bytes, length);
    WebPFreeDecBuffer(&config.output);
    return status;
}
