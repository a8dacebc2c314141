#pragma once

#include <stddef.h>

/// Answer to a POST request.
typedef struct {
    /// The status of the answer; 0 when there was none, for the reason in `error`.
    long status;
    /// Seconds after which the server wants to be asked again; 0 when it didn't say.
    long long retryAfter;
    /// Why there was no answer; nil when there was one. A static text.
    const char *_Nullable error;
} CurlAnswer;

/// Sends a POST request with libcurl and waits for the head of its answer: blocks the calling thread.
///
/// libcurl's options take variadic arguments, which Swift can't call: that is why this is C. The request follows no
/// redirect, uses no proxy, and drops the body of the answer.
///
/// - Parameters:
///   - url: the address; only https, and http if `allowsHTTP` is not 0.
///   - resolve: `host:port:address`: the address that the host's name stands for, instead of a look-up.
///   - headers: lines `Name: value`, ended by nil.
///   - body: the body, of `length` bytes.
///   - connectLimit, limit: milliseconds at most for the connection, and for all.
///   - isCancelled: ends the request within a second after another thread has made it 1; see curlCancel.
CurlAnswer curlPost(
    const char *_Nonnull url, const char *_Nonnull resolve, const char *_Nullable const *_Nonnull headers,
    const void *_Nonnull body, size_t length, int allowsHTTP, long connectLimit, long limit,
    int *_Nonnull isCancelled);

/// Makes the variable 1; may be called from any thread.
void curlCancel(int *_Nonnull isCancelled);
