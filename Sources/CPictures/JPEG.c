#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

#include "Decoders.h"

/// Everything that outlives a `longjmp`: it is in the frame of a function that doesn't call `setjmp`.
typedef struct {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf jump;
    PictureStatus status;
    const PictureLimits *limits;
    uint8_t *row;
} Decoding;

static void leave(Decoding *decoding, PictureStatus status) {
    decoding->status = status;
    longjmp(decoding->jump, 1);
}

static void fail(j_common_ptr info) {
    switch (info->err->msg_code) {
    case JERR_OUT_OF_MEMORY: leave(info->client_data, pictureNoMemory);
    // The library would take more than `max_memory_to_use`, and go on with a file.
    case JERR_NO_BACKING_STORE: leave(info->client_data, pictureTooManyPixels);
    default: leave(info->client_data, pictureBroken);
    }
}

static void hear(j_common_ptr info, int level) {
    // Traces have levels from 0 on, warnings are -1. Where data are missing the library warns and paints grey.
    if (level >= 0) return;
    switch (info->err->msg_code) {
    // Cameras write these: filling bytes before a marker, an unknown transform, a later version of JFIF.
    case JWRN_EXTRANEOUS_DATA: case JWRN_ADOBE_XFORM: case JWRN_JFIF_MAJOR: return;
    default: leave(info->client_data, pictureBroken);
    }
}

static void print(j_common_ptr info) {}

/// Ends the decoding of a file whose many scans each go over all pixels: a scan of a few bytes can.
static void watch(j_common_ptr common) {
    Decoding *decoding = common->client_data;
    int64_t scans = decoding->info.input_scan_number;
    int64_t pixels = (int64_t)decoding->info.image_width * decoding->info.image_height;
    if (scans > decoding->limits->scans || scans * pixels > decoding->limits->scannedPixels)
        leave(decoding, pictureTooMuchWork);
}

/// Converts a row of four inks in its place.
static void toRGB(uint8_t *row, int width, int isInverted) {
    uint8_t *rgb = row;
    for (int x = 0; x < width; x++, row += 4, rgb += 3) {
        int black = isInverted ? row[3] : 255 - row[3];
        for (int i = 0; i < 3; i++) rgb[i] = (uint8_t)(((isInverted ? row[i] : 255 - row[i]) * black + 127) / 255);
    }
}

static void decode(
    Decoding *decoding, const uint8_t *bytes, size_t length, int longerSide, Scaler *scaler, int *orientation) {
    j_decompress_ptr info = &decoding->info;
    if (setjmp(decoding->jump)) return;
    jpeg_create_decompress(info);
    info->client_data = decoding;
    info->mem->max_memory_to_use = (long)decoding->limits->memory;
    info->progress = &decoding->progress;
    decoding->progress.progress_monitor = watch;
    jpeg_mem_src(info, bytes, length);
    jpeg_save_markers(info, JPEG_APP0 + 1, 0xFFFF);
    jpeg_read_header(info, TRUE);
    if (!isAllowed(decoding->limits, info->image_width, info->image_height)) leave(decoding, pictureTooManyPixels);
    // Browsers show neither.
    if (info->data_precision != 8 || info->arith_code) leave(decoding, pictureUnknown);
    for (jpeg_saved_marker_ptr marker = info->marker_list; marker; marker = marker->next)
        if (marker->data_length > 6 && !memcmp(marker->data, "Exif\0\0", 6)) {
            *orientation = orientationOf(marker->data + 6, marker->data_length - 6);
            break;
        }
    int hasInks = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
    if (info->jpeg_color_space == JCS_UNKNOWN) leave(decoding, pictureUnknown);
    info->out_color_space = hasInks ? JCS_CMYK : JCS_RGB;
    info->do_block_smoothing = FALSE;
    jpeg_start_decompress(info);
    int width, height;
    scaledSize(info->output_width, info->output_height, longerSide, &width, &height);
    decoding->row = malloc((size_t)info->output_width * info->output_components);
    if (!decoding->row || !scalerBegin(scaler, info->output_width, info->output_height, width, height))
        leave(decoding, pictureNoMemory);
    while (info->output_scanline < info->output_height) {
        jpeg_read_scanlines(info, &decoding->row, 1);
        if (hasInks) toRGB(decoding->row, info->output_width, info->saw_Adobe_marker);
        scalerTake(scaler, decoding->row);
    }
    // The rest up to the end marker. Nothing behind that is read: cameras put further pictures there.
    jpeg_finish_decompress(info);
    decoding->status = pictureMade;
}

PictureStatus decodeJPEG(
    const uint8_t *bytes, size_t length, const PictureLimits *limits, int longerSide, Scaler *scaler,
    int *orientation) {
    Decoding decoding;
    memset(&decoding, 0, sizeof decoding);
    decoding.limits = limits;
    decoding.info.err = jpeg_std_error(&decoding.errors);
    decoding.info.client_data = &decoding;
    decoding.errors.error_exit = fail;
    decoding.errors.emit_message = hear;
    decoding.errors.output_message = print;
    decode(&decoding, bytes, length, longerSide, scaler, orientation);
    jpeg_destroy_decompress(&decoding.info);
    free(decoding.row);
    return decoding.status;
}

typedef struct {
    struct jpeg_compress_struct info;
    struct jpeg_error_mgr errors;
    jmp_buf jump;
    PictureStatus status;
    unsigned long length;
} Encoding;

static void failToEncode(j_common_ptr info) {
    Encoding *encoding = info->client_data;
    encoding->status = pictureNoMemory;
    longjmp(encoding->jump, 1);
}

static void ignore(j_common_ptr info, int level) {}

static void encode(Encoding *encoding, const PicturePixels *pixels, int quality, uint8_t **bytes) {
    j_compress_ptr info = &encoding->info;
    if (setjmp(encoding->jump)) return;
    jpeg_create_compress(info);
    info->client_data = encoding;
    jpeg_mem_dest(info, bytes, &encoding->length);
    info->image_width = pixels->width;
    info->image_height = pixels->height;
    info->input_components = 3;
    info->in_color_space = JCS_RGB;
    jpeg_set_defaults(info);
    jpeg_set_quality(info, quality, TRUE);
    info->optimize_coding = TRUE;
    jpeg_start_compress(info, TRUE);
    while (info->next_scanline < info->image_height) {
        JSAMPROW row = pixels->rgb + (size_t)info->next_scanline * pixels->width * 3;
        jpeg_write_scanlines(info, &row, 1);
    }
    jpeg_finish_compress(info);
    encoding->status = pictureMade;
}

PictureStatus pictureEncode(const PicturePixels *pixels, int quality, uint8_t **bytes, size_t *length) {
    Encoding encoding;
    memset(&encoding, 0, sizeof encoding);
    *bytes = NULL;
    encoding.info.err = jpeg_std_error(&encoding.errors);
    encoding.info.client_data = &encoding;
    encoding.errors.error_exit = failToEncode;
    encoding.errors.emit_message = ignore;
    encoding.errors.output_message = print;
    encode(&encoding, pixels, quality, bytes);
    jpeg_destroy_compress(&encoding.info);
    *length = encoding.length;
    if (encoding.status != pictureMade) {
        free(*bytes);
        *bytes = NULL;
    }
    return encoding.status;
}
