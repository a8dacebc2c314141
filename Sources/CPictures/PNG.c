#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "Decoders.h"

/// Everything that outlives a `longjmp`: it is in the frame of a function that doesn't call `setjmp`.
typedef struct {
    png_structp png;
    png_infop info;
    PictureStatus status;
    const PictureLimits *limits;
    int width, height, longerSide, isInterlaced, channels;
    /// A row without transparency.
    uint8_t *row;
    /// All rows of an interlaced picture.
    uint8_t *image;
    Scaler *scaler;
} Decoding;

static void leave(png_structp png, PictureStatus status) {
    ((Decoding *)png_get_error_ptr(png))->status = status;
    png_longjmp(png, 1);
}

// Warnings, too, are about data that are damaged: chunks with texts and profiles never reach the library.
static void fail(png_structp png, png_const_charp message) { leave(png, pictureBroken); }

static void takeRow(Decoding *decoding, const uint8_t *row) {
    if (decoding->channels == 4) {
        flatten(row, decoding->width, decoding->row);
        row = decoding->row;
    }
    scalerTake(decoding->scaler, row);
}

static void takeInfo(png_structp png, png_infop info) {
    Decoding *decoding = png_get_progressive_ptr(png);
    png_set_scale_16(png);
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    if (decoding->isInterlaced) png_set_interlace_handling(png);
    png_read_update_info(png, info);
    decoding->channels = png_get_channels(png, info);
    size_t length = png_get_rowbytes(png, info);
    if (decoding->channels < 3 || length != (size_t)decoding->width * decoding->channels) leave(png, pictureBroken);
    if (decoding->isInterlaced) {
        if ((int64_t)length * decoding->height > decoding->limits->memory) leave(png, pictureTooManyPixels);
        decoding->image = calloc(decoding->height, length);
    }
    decoding->row = malloc((size_t)decoding->width * 3);
    int width, height;
    scaledSize(decoding->width, decoding->height, decoding->longerSide, &width, &height);
    if ((decoding->isInterlaced && !decoding->image) || !decoding->row
        || !scalerBegin(decoding->scaler, decoding->width, decoding->height, width, height))
        leave(png, pictureNoMemory);
}

static void takePart(png_structp png, png_bytep part, png_uint_32 y, int pass) {
    Decoding *decoding = png_get_progressive_ptr(png);
    if (!part || y >= (png_uint_32)decoding->height) return;
    if (!decoding->isInterlaced) takeRow(decoding, part);
    else png_progressive_combine_row(png, decoding->image + (size_t)y * decoding->width * decoding->channels, part);
}

/// Reads the size and whether it is interlaced from the header chunk.
static void takeHeader(Decoding *decoding, const uint8_t *data) {
    png_uint_32 width = png_get_uint_32(data), height = png_get_uint_32(data + 4);
    if (!isAllowed(decoding->limits, width, height)) leave(decoding->png, pictureTooManyPixels);
    decoding->width = (int)width;
    decoding->height = (int)height;
    decoding->isInterlaced = data[12] != 0;
}

static int isOfPixels(const uint8_t *type) {
    return !memcmp(type, "IHDR", 4) || !memcmp(type, "PLTE", 4) || !memcmp(type, "tRNS", 4)
        || !memcmp(type, "IDAT", 4) || !memcmp(type, "IEND", 4);
}

static void decode(Decoding *decoding, const uint8_t *bytes, size_t length, int *orientation) {
    if (setjmp(png_jmpbuf(decoding->png))) return;
    png_structp png = decoding->png;
    // A checksum that is wrong is an error, of every chunk.
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_user_limits(png, decoding->limits->side, decoding->limits->side);
    // In this mode the library stops where the pixels end, however much more the data would inflate to.
    png_set_progressive_read_fn(png, decoding, takeInfo, takePart, NULL);
    png_process_data(png, decoding->info, (png_bytep)bytes, 8);
    // The library gets the chunks of the pixels only: texts and profiles of a few bytes can inflate to gigabytes.
    int isFirst = 1, isLast = 0;
    for (size_t at = 8; !isLast; isFirst = 0) {
        if (length - at < 12) leave(png, pictureBroken);
        size_t size = png_get_uint_32(bytes + at);
        const uint8_t *type = bytes + at + 4;
        if (size > length - at - 12) leave(png, pictureBroken);
        int isHeader = !memcmp(type, "IHDR", 4);
        if (isFirst != isHeader || (isHeader && size != 13)) leave(png, pictureBroken);
        if (isHeader) takeHeader(decoding, type + 4);
        isLast = !memcmp(type, "IEND", 4);
        if (isOfPixels(type)) png_process_data(png, decoding->info, (png_bytep)bytes + at, size + 12);
        else if (!(type[0] & 0x20)) leave(png, pictureBroken); // Critical, and unknown.
        else if (!memcmp(type, "eXIf", 4)) *orientation = orientationOf(type + 4, size);
        at += size + 12;
    }
    if (!decoding->image) {
        decoding->status = pictureMade;
        return;
    }
    // A number after that of the last pass: all were read.
    if (png_get_current_pass_number(png) < 7) leave(png, pictureBroken);
    for (int y = 0; y < decoding->height; y++)
        takeRow(decoding, decoding->image + (size_t)y * decoding->width * decoding->channels);
    decoding->status = pictureMade;
}

PictureStatus decodePNG(
    const uint8_t *bytes, size_t length, const PictureLimits *limits, int longerSide, Scaler *scaler,
    int *orientation) {
    Decoding decoding;
    memset(&decoding, 0, sizeof decoding);
    decoding.limits = limits;
    decoding.longerSide = longerSide;
    decoding.scaler = scaler;
    decoding.status = pictureNoMemory;
    decoding.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &decoding, fail, fail);
    if (decoding.png) decoding.info = png_create_info_struct(decoding.png);
    if (decoding.info) decode(&decoding, bytes, length, orientation);
    png_destroy_read_struct(&decoding.png, &decoding.info, NULL);
    free(decoding.row);
    free(decoding.image);
    return decoding.status;
}
