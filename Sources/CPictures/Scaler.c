#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "Decoders.h"

// Light is what is averaged: of sRGB's values, which grow with the square root of it, the average would be too dark.
static float lightOf[256];
enum { steps = 1 << 15 };
static uint8_t valueOf[steps + 1];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void makeTables(void) {
    for (int value = 0; value < 256; value++) {
        double share = value / 255.0;
        lightOf[value] = (float)(share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4));
    }
    for (int step = 0; step <= steps; step++) {
        double light = (double)step / steps;
        double share = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055;
        valueOf[step] = (uint8_t)(share * 255 + 0.5);
    }
}

void scaledSize(int width, int height, int longerSide, int *scaledWidth, int *scaledHeight) {
    int longer = width > height ? width : height;
    *scaledWidth = width;
    *scaledHeight = height;
    if (longer <= longerSide) return;
    int64_t w = ((int64_t)width * longerSide + longer / 2) / longer;
    int64_t h = ((int64_t)height * longerSide + longer / 2) / longer;
    *scaledWidth = w > 0 ? (int)w : 1;
    *scaledHeight = h > 0 ? (int)h : 1;
}

int scalerBegin(Scaler *scaler, int sourceWidth, int sourceHeight, int width, int height) {
    pthread_once(&once, makeTables);
    scaler->sourceWidth = sourceWidth;
    scaler->sourceHeight = sourceHeight;
    scaler->pixels.width = width;
    scaler->pixels.height = height;
    scaler->missing = sourceHeight;
    size_t numbers = (size_t)width * 3;
    scaler->pixels.rgb = malloc(numbers * height);
    if (!scaler->pixels.rgb) return 0;
    if (width == sourceWidth && height == sourceHeight) return 1;
    scaler->line = malloc(numbers * sizeof(float));
    scaler->sums = calloc(numbers, sizeof(float));
    return scaler->line && scaler->sums;
}

/// Sums up the light of a row for each new pixel.
static void average(Scaler *scaler, const uint8_t *rgb) {
    int source = scaler->sourceWidth, width = scaler->pixels.width;
    float *line = scaler->line, share = 1.0f / source;
    memset(line, 0, (size_t)width * 3 * sizeof(float));
    // A pixel has `width` units and a new one `source`, so that each falls on one new pixel or on two.
    int missing = source;
    for (int x = 0; x < source; x++, rgb += 3) {
        float red = lightOf[rgb[0]], green = lightOf[rgb[1]], blue = lightOf[rgb[2]];
        int here = width < missing ? width : missing;
        float weight = here * share;
        line[0] += red * weight;
        line[1] += green * weight;
        line[2] += blue * weight;
        missing -= here;
        if (missing) continue;
        line += 3;
        int rest = width - here;
        missing = source - rest;
        if (!rest) continue;
        weight = rest * share;
        line[0] += red * weight;
        line[1] += green * weight;
        line[2] += blue * weight;
    }
}

void scalerTake(Scaler *scaler, const uint8_t *rgb) {
    if (scaler->taken >= scaler->sourceHeight) return;
    size_t numbers = (size_t)scaler->pixels.width * 3;
    if (!scaler->line) {
        memcpy(scaler->pixels.rgb + numbers * scaler->taken++, rgb, numbers);
        return;
    }
    scaler->taken++;
    average(scaler, rgb);
    int left = scaler->pixels.height;
    while (left) {
        int here = left < scaler->missing ? left : scaler->missing;
        float weight = (float)here / scaler->sourceHeight;
        for (size_t i = 0; i < numbers; i++) scaler->sums[i] += scaler->line[i] * weight;
        left -= here;
        scaler->missing -= here;
        if (scaler->missing) continue;
        uint8_t *row = scaler->pixels.rgb + numbers * scaler->row++;
        for (size_t i = 0; i < numbers; i++) {
            float light = scaler->sums[i];
            row[i] = valueOf[light >= 1 ? steps : (int)(light * steps + 0.5f)];
            scaler->sums[i] = 0;
        }
        scaler->missing = scaler->sourceHeight;
    }
}

void scalerEnd(Scaler *scaler) {
    free(scaler->line);
    free(scaler->sums);
    scaler->line = scaler->sums = NULL;
}

void flatten(const uint8_t *rgba, int width, uint8_t *rgb) {
    for (int x = 0; x < width; x++, rgba += 4, rgb += 3) {
        int alpha = rgba[3], white = (255 - alpha) * 255;
        for (int i = 0; i < 3; i++) rgb[i] = (uint8_t)((rgba[i] * alpha + white + 127) / 255);
    }
}
