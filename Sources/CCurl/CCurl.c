#include "CCurl.h"

#include <curl/curl.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

static size_t drop(char *bytes, size_t size, size_t count, void *context) {
    // Fewer bytes than were given end the transfer: the head is all that is wanted.
    return 0;
}

static int progress(void *isCancelled, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    return __atomic_load_n((int *)isCancelled, __ATOMIC_RELAXED);
}

void curlCancel(int *isCancelled) { __atomic_store_n(isCancelled, 1, __ATOMIC_RELAXED); }

CurlAnswer curlPost(
    const char *url, const char *resolve, const char *const *headers, const void *body, size_t length, int allowsHTTP,
    long connectLimit, long limit, int *isCancelled) {
    CurlAnswer answer = {0, 0, NULL};
    pthread_once(&once, initialise);
    CURL *curl = curl_easy_init();
    if (!curl) {
        answer.error = "no memory";
        return answer;
    }
    // No pause for "100 Continue".
    struct curl_slist *lines = curl_slist_append(NULL, "Expect:");
    for (; *headers; headers++) lines = curl_slist_append(lines, *headers);
    struct curl_slist *names = curl_slist_append(NULL, resolve);
    curl_easy_setopt(curl, CURLOPT_URL, url);
#if LIBCURL_VERSION_NUM >= 0x075500
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, allowsHTTP ? "https,http" : "https");
#else
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTPS | (allowsHTTP ? CURLPROTO_HTTP : 0)));
#endif
    curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(curl, CURLOPT_RESOLVE, names);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, lines);
    curl_easy_setopt(curl, CURLOPT_POST, 1L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, connectLimit);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, limit);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, drop);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, progress);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, isCancelled);
    CURLcode code = curl_easy_perform(curl);
    if (code == CURLE_OK || code == CURLE_WRITE_ERROR) {
        curl_off_t seconds = 0;
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer.status);
        curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &seconds);
        answer.retryAfter = seconds;
    }
    if (!answer.status) answer.error = curl_easy_strerror(code);
    curl_easy_cleanup(curl);
    curl_slist_free_all(lines);
    curl_slist_free_all(names);
    return answer;
}
