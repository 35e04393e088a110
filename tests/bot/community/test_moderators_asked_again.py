"""Whether a person is a moderator is checked again before each write, whatever is still on their screen."""

from __future__ import annotations

import pytest

from bot.community.moderation import reporting
from bot.core.errors import UserError
from tests.kit.matches.sayings import spoken
from tests.kit.matches.tapped import Played, assert_refused, nothing_changes
from tests.kit.roles.moderators import moderated, server_of
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=moderated)

REFUSED = "Only members who can manage messages can moderate on this server."


async def reported(t: Table) -> Played:
    match = await spoken(t)
    await t.tom.slash("/report", person=t.mara, match=match.id, reason="Rude.")
    await t.settled()
    return match


@pytest.mark.slow
async def test_a_former_moderator_does_nothing_with_what_is_on_their_screen(t: Table) -> None:
    match = await reported(t)
    ines = t.ines
    of_match = await ines.slash("/moderate match", match=match.id)
    of_mara = await ines.slash("/moderate person", person=t.mara)
    of_tom = await ines.slash("/moderate person", person=t.tom)
    texts = await ines.tap("Remove a text", await ines.slash("/moderate match", match=match.id))
    question = await ines.choose("1", await ines.tap("Remove a text", of_match))
    canceling = await ines.tap("Cancel the match", await ines.slash("/moderate match", match=match.id))
    screens = (
        (await ines.slash("/moderate match", match=match.id), "Pause the match", "Cancel the match"),
        (canceling, "Cancel it", "Back"),
        (question, "Remove it", "Back"),
        (await ines.tap("Suspend here", of_tom), "Lift the suspension"),
        (await ines.choose("1", of_mara), "Remove the text", "Close it", "All reports"),
        (await ines.slash("/moderate person", person=t.mara), "Suspend here"),
    )
    words = await ines.slash_for_modal("/moderate words")
    t.playground.world.guilds[str(server_of(t))].members[ines.id]["roles"].clear()
    async with nothing_changes(t):
        for screen, *labels in screens:
            assert {*labels} <= screen.answers
            for label in screen.answers:
                assert_refused(await ines.tap(label, screen), REFUSED)
        assert_refused(await ines.choose("1", texts), REFUSED)
        assert_refused(await ines.choose("1", screens[-1][0]), REFUSED)
        assert_refused(await ines.submit(words, words="rude"), REFUSED)


@pytest.mark.slow
async def test_another_server_reads_and_closes_no_report_by_its_number(t: Table) -> None:
    await reported(t)
    app, here, ines = t.running.bot.ctx.app, server_of(t), int(t.ines.id)
    assert (await reporting.open_report(app, here, 1, ines)).reason == "Rude."
    async with nothing_changes(t):
        for act in (reporting.open_report, reporting.close):
            with pytest.raises(UserError) as refused:
                await act(app, here + 1, 1, ines)
            assert str(refused.value) == reporting.NO_REPORT
