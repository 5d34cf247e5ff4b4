"""Asks a server, a URL or a program, with the official Python SDK; prints what it heard as JSON."""

import asyncio
import json
import sys

from mcp import Client
from mcp.client.stdio import StdioServerParameters


async def main(target):
    if not target.startswith("http"):
        target = StdioServerParameters(command=target)
    progress = []

    async def heard(done, total, message):
        progress.append([done, total, message])

    async with Client(target) as client:
        tools = await client.list_tools()
        plan = await client.call_tool(
            "plan_drive", {"cities": ["Oslo", "Bergen", "Oslo"]}, progress_callback=heard
        )
        far = await client.call_tool("distance", {"from": "Oslo", "to": "Paris"})
        wrong = await client.call_tool("distance", {"from": "Oslo"})
    dumped = [one.model_dump(by_alias=True, exclude_none=True) for one in (plan, far, wrong)]
    told = {
        "tools": [tool.name for tool in tools.tools],
        "read_only": tools.tools[0].annotations.read_only_hint,
        "progress": progress,
        "plan": dumped[0],
        "far": dumped[1],
        "wrong": dumped[2],
    }
    print(json.dumps(told))


asyncio.run(main(sys.argv[1]))
