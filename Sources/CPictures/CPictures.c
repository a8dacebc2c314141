#include "CPictures.h"

#include <stdlib.h>
#include <string.h>

#include "Decoders.h"

int isAllowed(const PictureLimits *limits, int64_t width, int64_t height) {
    return width <= limits->side && height <= limits->side && width * height <= limits->pixels;
}

/// Reads a number of TIFF.
static uint32_t number(const uint8_t *bytes, int count, int isLittle) {
    uint32_t value = 0;
    for (int i = 0; i < count; i++) value = value << 8 | bytes[isLittle ? count - 1 - i : i];
    return value;
}

int orientationOf(const uint8_t *bytes, size_t length) {
    if (length < 8) return 1;
    int isLittle = !memcmp(bytes, "II*\0", 4);
    if (!isLittle && memcmp(bytes, "MM\0*", 4)) return 1;
    size_t offset = number(bytes + 4, 4, isLittle);
    if (offset > length - 2) return 1;
    size_t count = number(bytes + offset, 2, isLittle), entry = offset + 2;
    for (; count && length - entry >= 12; count--, entry += 12) {
        // Tag 0x112 with one number of two bytes.
        if (number(bytes + entry, 2, isLittle) != 0x112) continue;
        if (number(bytes + entry + 2, 2, isLittle) != 3 || number(bytes + entry + 4, 4, isLittle) != 1) return 1;
        uint32_t orientation = number(bytes + entry + 8, 2, isLittle);
        return orientation >= 1 && orientation <= 8 ? (int)orientation : 1;
    }
    return 1;
}

/// Turns pixels as an orientation says.
static PictureStatus turn(PicturePixels *pixels, int orientation) {
    if (orientation == 1) return pictureMade;
    int width = pixels->width, height = pixels->height, isOnSide = orientation >= 5;
    PicturePixels turned = {NULL, isOnSide ? height : width, isOnSide ? width : height};
    turned.rgb = malloc((size_t)width * height * 3);
    if (!turned.rgb) return pictureNoMemory;
    uint8_t *to = turned.rgb;
    // Exif's numbers: 2 and 4 are mirrored, 3, 6 and 8 are turned, 5 and 7 are both.
    int isFromRight = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    int isFromBottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    for (int y = 0; y < turned.height; y++)
        for (int x = 0; x < turned.width; x++, to += 3) {
            int column = isOnSide ? y : x, row = isOnSide ? x : y;
            if (isFromRight) column = width - 1 - column;
            if (isFromBottom) row = height - 1 - row;
            memcpy(to, pixels->rgb + ((size_t)row * width + column) * 3, 3);
        }
    free(pixels->rgb);
    *pixels = turned;
    return pictureMade;
}

PictureStatus pictureDecode(
    const uint8_t *bytes, size_t length, const PictureLimits *limits, int longerSide, PicturePixels *pixels) {
    Scaler scaler;
    memset(&scaler, 0, sizeof scaler);
    int orientation = 1;
    PictureStatus status = pictureUnknown;
    if (length >= 3 && !memcmp(bytes, "\xFF\xD8\xFF", 3))
        status = decodeJPEG(bytes, length, limits, longerSide, &scaler, &orientation);
    else if (length >= 8 && !memcmp(bytes, "\x89PNG\r\n\x1A\n", 8))
        status = decodePNG(bytes, length, limits, longerSide, &scaler, &orientation);
    else if (length >= 12 && !memcmp(bytes, "RIFF", 4) && !memcmp(bytes + 8, "WEBP", 4))
        status = decodeWebP(bytes, length, limits, longerSide, &scaler, &orientation);
    if (status == pictureMade && scaler.taken < scaler.sourceHeight) status = pictureBroken;
    scalerEnd(&scaler);
    if (status == pictureMade) status = turn(&scaler.pixels, orientation);
    if (status == pictureMade) *pixels = scaler.pixels;
    else picturePixelsFree(&scaler.pixels);
    return status;
}

PictureStatus pictureScale(const PicturePixels *from, int longerSide, PicturePixels *pixels) {
    Scaler scaler;
    memset(&scaler, 0, sizeof scaler);
    int width, height;
    scaledSize(from->width, from->height, longerSide, &width, &height);
    int hasBegun = scalerBegin(&scaler, from->width, from->height, width, height);
    for (int y = 0; hasBegun && y < from->height; y++) scalerTake(&scaler, from->rgb + (size_t)y * from->width * 3);
    scalerEnd(&scaler);
    if (hasBegun) *pixels = scaler.pixels;
    else picturePixelsFree(&scaler.pixels);
    return hasBegun ? pictureMade : pictureNoMemory;
}

void picturePixelsFree(PicturePixels *pixels) {
    free(pixels->rgb);
    pixels->rgb = NULL;
}
