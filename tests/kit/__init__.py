"""The test kit: people at a table, the real bot and the playground, joined by sockets alone.

    async with table("mara", "tom") as t:
        await t.mara.slash("/creators challenge", opponent=t.tom)
        await t.tom.tap("Accept")
        await t.mara.sees("Show it now (then it counts)")

Every verb waits for what it needs by listening to events; nothing sleeps. Time stands still until
`t.advance(seconds)`. When something expected doesn't come, the conversation so far is the message.
"""
