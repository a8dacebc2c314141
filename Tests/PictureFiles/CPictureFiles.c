#include "CPictureFiles.h"

#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <webp/encode.h>

uint8_t *jpegFile(
    const uint8_t *samples, int width, int height, JPEGKind kind, int isProgressive, size_t *length) {
    struct jpeg_compress_struct info;
    struct jpeg_error_mgr errors;
    info.err = jpeg_std_error(&errors); // An error ends the tests.
    jpeg_create_compress(&info);
    uint8_t *bytes = NULL;
    unsigned long count = 0;
    jpeg_mem_dest(&info, &bytes, &count);
    info.image_width = width;
    info.image_height = height;
    info.input_components = kind == jpegGrey ? 1 : kind == jpegColour ? 3 : 4;
    info.in_color_space = kind == jpegGrey ? JCS_GRAYSCALE : kind == jpegColour ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(&info);
    if (kind == jpegConvertedInks) jpeg_set_colorspace(&info, JCS_YCCK);
    jpeg_set_quality(&info, 95, TRUE);
    for (int i = 0; i < info.num_components; i++)
        info.comp_info[i].h_samp_factor = info.comp_info[i].v_samp_factor = 1;
    jpeg_scan_info scans[5] = {{info.num_components, {0, 1, 2, 3}, 0, 0, 0, 0}};
    for (int i = 0; i < info.num_components; i++) scans[i + 1] = (jpeg_scan_info){1, {i}, 1, 63, 0, 0};
    if (isProgressive) {
        info.scan_info = scans;
        info.num_scans = info.num_components + 1;
    }
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
        JSAMPROW row = (JSAMPROW)samples + (size_t)info.next_scanline * width * info.input_components;
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    *length = count;
    return bytes;
}

uint8_t *webpFile(const uint8_t *rgba, int width, int height, int isLossless, size_t *length) {
    uint8_t *bytes = NULL;
    *length = isLossless ? WebPEncodeLosslessRGBA(rgba, width, height, width * 4, &bytes)
                         : WebPEncodeRGBA(rgba, width, height, width * 4, 90, &bytes);
    return bytes;
}
