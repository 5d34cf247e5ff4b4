"""Asks a server, a URL or a program, with the official Python SDK; prints what it heard as JSON."""

import asyncio
import json
import sys

from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.types import ElicitResult


async def main(target):
    if not target.startswith("http"):
        target = StdioServerParameters(command=target)
    progress, asked = [], []

    async def answered(_, question):
        asked.append(question.message)
        approved = "Oslo" in question.message
        return ElicitResult(action="accept" if approved else "decline")

    async def heard(done, total, message):
        progress.append([done, total, message])

    async with Client(target, elicitation_callback=answered) as client:
        tools = await client.list_tools()
        plan = await client.call_tool(
            "plan_drive", {"cities": ["Oslo", "Bergen", "Oslo"]}, progress_callback=heard
        )
        far = await client.call_tool("distance", {"from": "Oslo", "to": "Paris"})
        wrong = await client.call_tool("distance", {"from": "Oslo"})
        closed = await client.call_tool("close_road", {"road": "Oslo to Bergen"})
        kept = await client.call_tool("close_road", {"road": "Bergen to Voss"})
    async with Client(target) as client:
        alone = await client.call_tool("close_road", {"road": "Oslo to Bergen"})
    results = (plan, far, wrong, closed, kept, alone)
    dumped = [one.model_dump(by_alias=True, exclude_none=True) for one in results]
    told = {
        "tools": [tool.name for tool in tools.tools],
        "read_only": tools.tools[0].annotations.read_only_hint,
        "progress": progress,
        "plan": dumped[0],
        "far": dumped[1],
        "wrong": dumped[2],
        "asked": asked,
        "closed": dumped[3],
        "kept": dumped[4],
        "alone": dumped[5],
    }
    print(json.dumps(told))


asyncio.run(main(sys.argv[1]))
