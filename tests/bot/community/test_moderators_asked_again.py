"""Whether a person moderates is asked before anything is written, whatever is still open on their screen."""

from __future__ import annotations

import pytest

from bot.community.moderation import reporting
from bot.core.errors import UserError
from tests.kit.matches.sayings import spoken
from tests.kit.matches.tapped import assert_refused, nothing_changes
from tests.kit.roles.moderators import moderated, server_of
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=moderated)

REFUSED = "Only members who can manage messages can moderate on this server."


async def reported(t: Table) -> None:
    await spoken(t)
    await t.tom.slash("/report", person=t.mara, reason="Rude.")
    await t.settled()


def dismiss(t: Table) -> None:
    """Take the moderator's roles."""
    t.playground.world.guilds[str(server_of(t))].members[t.ines.id]["roles"].clear()


async def test_a_former_moderator_closes_no_report(t: Table) -> None:
    await reported(t)
    one = await t.ines.choose("1", await t.ines.slash("/moderate person", person=t.mara))
    dismiss(t)
    async with nothing_changes(t):
        assert_refused(await t.ines.tap("Close it", one), REFUSED)


async def test_a_former_moderator_neither_suspends_nor_lifts(t: Table) -> None:
    panel = await t.ines.slash("/moderate person", person=t.mara)
    suspended = await t.ines.tap("Suspend here", await t.ines.slash("/moderate person", person=t.tom))
    dismiss(t)
    async with nothing_changes(t):
        assert_refused(await t.ines.tap("Lift the suspension", suspended), REFUSED)
        assert_refused(await t.ines.tap("Suspend here", panel), REFUSED)


async def test_another_server_reads_and_closes_no_report_by_its_number(t: Table) -> None:
    await reported(t)
    app, here, ines = t.running.bot.ctx.app, server_of(t), int(t.ines.id)
    assert (await reporting.open_report(app, here, 1, ines)).reason == "Rude."
    async with nothing_changes(t):
        for act in (reporting.open_report, reporting.close):
            with pytest.raises(UserError) as refused:
                await act(app, here + 1, 1, ines)
            assert str(refused.value) == reporting.NO_REPORT
