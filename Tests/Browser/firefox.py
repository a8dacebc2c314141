"""Debian's Firefox ESR, for Playwright: it is started with the arguments of this script, and what the two say to each
other goes through here. Playwright asks every browser to pretend a colour scheme; this one doesn't know how, and
refuses. It is told that it did."""

import asyncio
import json
import re
import signal
import sys

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

UNKNOWN = {"emulation.setMediaFeaturesOverride"}


async def main() -> int:
    firefox = await asyncio.create_subprocess_exec("firefox-esr", *sys.argv[1:], stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, firefox.terminate)
    while line := await firefox.stderr.readline():
        if address := re.search(r"WebDriver BiDi listening on (ws://\S+)", line.decode()):
            break
    else:
        return 1

    async def relay(client: ServerConnection) -> None:
        async with connect(address[1] + client.request.path, max_size=None) as browser:

            async def back() -> None:
                async for message in browser:
                    await client.send(message)
                await client.close()

            answers = asyncio.create_task(back())
            async for message in client:
                command = json.loads(message)
                if command["method"] in UNKNOWN:
                    await client.send(json.dumps({"type": "success", "id": command["id"], "result": {}}))
                else:
                    await browser.send(message)
            answers.cancel()

    async with serve(relay, "127.0.0.1", 0, max_size=None) as server:
        port = server.sockets[0].getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        # What it writes must be read, or it waits.
        while await firefox.stderr.readline():
            pass
        return await firefox.wait()


sys.exit(asyncio.run(main()))
