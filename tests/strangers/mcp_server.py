"""A server made with the official Python SDK. `http PORT` serves a port, else stdio."""

import asyncio
import os
import sys

from mcp.server.mcpserver import Context, Image, MCPServer
from pydantic import BaseModel

server = MCPServer("python")


class Weather(BaseModel):
    city: str
    degrees: float


@server.tool()
def weather(city: str) -> Weather:
    """Tells the weather."""
    return Weather(city=city, degrees=21.5)


@server.tool()
def fails(text: str) -> str:
    """Fails."""
    raise ValueError(text)


@server.tool()
def picture() -> Image:
    """Takes a picture."""
    return Image(data=b"\x89PNG", format="png")


@server.tool(structured_output=False)
def large(count: int) -> str:
    """Returns a lot."""
    return "x" * count


@server.tool()
async def count(to: int, ctx: Context) -> str:
    """Counts, and says how far it is."""
    for done in range(1, to + 1):
        await ctx.report_progress(done, to)
    return "counted"


@server.tool()
async def wait(path: str) -> str:
    """Waits to be cancelled, and says so in a file."""
    try:
        await asyncio.sleep(60)
    except BaseException:
        with open(path, "w") as file:
            file.write("cancelled")
        raise
    return "not cancelled"


@server.tool()
def die() -> str:
    """Dies."""
    os._exit(3)


for number in range(1000):

    def one(number=number) -> str:
        return str(number)

    server.add_tool(one, name=f"tool_{number}", description="One of many.")

if sys.argv[1:2] == ["http"]:
    server.run("streamable-http", port=int(sys.argv[2]))
else:
    server.run("stdio")
