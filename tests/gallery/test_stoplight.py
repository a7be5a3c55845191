"""The stoplight: the closed form, the published program with its binaries, and plans that are not safe."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from puzzlewright import gallery
from puzzlewright.gallery.entry import WrongParameter
from puzzlewright.gallery.linear import quiet_highs
from puzzlewright.gallery.stoplight import ENTRY
from puzzlewright.gallery.stoplight_road import CRUISE, END, LIGHT, TOP_SPEED, arrival, closed_form, distance, speed_at


def test_the_published_numbers() -> None:
    result = gallery.solve("stoplight")
    assert result.value == pytest.approx(144.3936, abs=5e-5)
    assert result.facts["brakes_from"] == pytest.approx(65.0556, abs=5e-5)
    assert result.facts["lowest_speed"] == pytest.approx(23.1017, abs=5e-5)
    assert result.facts["lost"] == pytest.approx(0.3936, abs=5e-5)
    (_, _), (brakes, _), (lowest, speed), (again, _) = closed_form(0)[0]
    assert lowest - brakes == pytest.approx(again - lowest) == pytest.approx(2.3380, abs=5e-5)
    drop = TOP_SPEED - speed
    assert 2 * drop**2 - 2 * TOP_SPEED * drop + TOP_SPEED**2 - 20 * TOP_SPEED == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("gap", [0.0, 0.1, 0.25, 0.5, 1.0])
def test_the_closed_form_arrives_when_it_says(gap: float) -> None:
    journey, ends = closed_form(gap)
    assert arrival(journey, 0, END) == pytest.approx(ends, abs=1e-9)
    assert distance(journey, 0, ends) == pytest.approx(END, abs=1e-6)
    assert CRUISE < ends <= closed_form(0)[1]


def test_motion() -> None:
    journey = [(0.0, 10.0), (5.0, 0.0), (10.0, 20.0)]
    assert [speed_at(journey, time) for time in (-1, 0, 2.5, 5, 7.5, 10, 11)] == [10, 10, 5, 0, 10, 20, 20]
    assert distance(journey, 0, 12) == pytest.approx(25 + 50 + 40)
    assert arrival(journey, 0, 100) == pytest.approx(11.25)
    assert arrival(journey, 0, 25 + 12.5) == pytest.approx(7.5)


@pytest.mark.parametrize(("onsets", "gap"), [("second", 1.0), ("step", 0.2)])
def test_small_steps_come_close_to_the_closed_form(onsets: str, gap: float) -> None:
    value = gallery.solve("stoplight", onsets=onsets, step=0.2 if onsets == "step" else 0.1).value
    assert isinstance(value, float)
    assert 0 <= value - closed_form(gap)[1] < 0.01


@pytest.mark.parametrize("step", [1.0, 0.5])
def test_the_published_program_with_its_binaries_agrees(step: float) -> None:
    """Positions and accelerations as published, near the light; binaries say for each step which promise is kept."""
    program = quiet_highs()
    start, count = 60, round(25 / step)

    def journey(place: Any, speed: Any, steps: int) -> list[tuple[Any, Any]]:
        found = [(place, speed)]
        for _ in range(steps):
            x, v, a = program.addVariable(0), program.addVariable(0, TOP_SPEED), program.addVariable(-2, 2)
            program.addConstr(v - found[-1][1] - step * a == 0)
            program.addConstr(x - found[-1][0] - step * found[-1][1] - step * step / 2 * a == 0)
            found.append((x, v))
        return found

    place, speed = program.addVariable(0), program.addVariable(0, TOP_SPEED)
    program.addConstr(place == start * TOP_SPEED)
    program.addConstr(speed == TOP_SPEED)
    nominal = journey(place, speed, round(20 / step))
    for x, v in nominal:
        yellow, red = program.addBinary(), program.addBinary()
        program.addConstr(yellow + red >= 1)
        then = journey(x, v, count)
        program.addConstr(then[round(5 / step)][0] - LIGHT * yellow >= 0)
        program.addConstr(then[count][0] + END * red <= LIGHT + END)
    program.addConstr(nominal[-1][1] == TOP_SPEED)
    program.maximize(nominal[-1][0])
    arrives = start + 20 + (END - program.val(nominal[-1][0])) / TOP_SPEED
    assert arrives == pytest.approx(gallery.solve("stoplight", onsets="step", step=step).value, abs=1e-5)


def test_expecting_yellow_pays_a_little() -> None:
    result = gallery.solve("stoplight", onsets="second", objective="expected", step=1.0)
    facts: Any = result.facts
    assert isinstance(result.value, float)
    assert facts["with_foresight"] < result.value < facts["as_if_it_stayed_green"]
    assert facts["if_it_stays_green"] > gallery.solve("stoplight", onsets="second", step=1.0).value  # type: ignore[operator]


@pytest.mark.parametrize("hazard", [0.0, 0.05])
def test_other_hazards(hazard: float) -> None:
    result = gallery.solve("stoplight", onsets="second", objective="expected", step=1.0, hazard=hazard)
    assert result.proved
    if not hazard:
        assert result.value == pytest.approx(144.276)


def test_unsafe_plans_are_found_out() -> None:
    values = ENTRY.values({})
    result = gallery.solve("stoplight")
    assert ENTRY.verify(values, result) == []
    cruise = {"green": [[0.0, TOP_SPEED], [100.0, TOP_SPEED]], "yellow": []}
    wrong = ENTRY.verify(values, replace(result, plan=cruise, value=CRUISE))
    assert wrong and all("neither stop nor pass" in one for one in wrong)
    # 1.944 s of cruising lie between the borders.
    assert len(wrong) == pytest.approx(194, abs=1)
    assert isinstance(result.plan, dict)
    hard = [list(point) for point in result.plan["green"]]
    hard[2][1] -= 0.1
    assert any(
        "acceleration" in one for one in ENTRY.verify(values, replace(result, plan={"green": hard, "yellow": []}))
    )
    assert ENTRY.verify(values, replace(result, value=144.0)) != []
    # Safe at whole seconds is not safe at any time.
    seconds = gallery.solve("stoplight", onsets="second")
    assert ENTRY.verify(ENTRY.values({"onsets": "second"}), seconds) == []
    assert any("neither" in one for one in ENTRY.verify(values, seconds))


def test_journeys_after_yellow_are_looked_at() -> None:
    given = {"onsets": "second", "objective": "expected", "step": 1.0}
    values, result = ENTRY.values(given), gallery.solve("stoplight", **given)
    plan: Any = result.plan
    assert ENTRY.verify(values, result) == []

    def spoiled(at: int, speeds: list[list[float]]) -> list[str]:
        yellow = [{"at": one["at"], "speeds": speeds if one["at"] == at else one["speeds"]} for one in plan["yellow"]]
        return ENTRY.verify(values, replace(result, plan={**plan, "yellow": yellow}))

    assert any("passes on red" in one for one in spoiled(60, [[60.0, TOP_SPEED], [100.0, TOP_SPEED]]))
    assert any("jumps" in one for one in spoiled(60, [[60.0, 3.0], [100.0, TOP_SPEED]]))
    assert any("acceleration" in one for one in spoiled(60, [[60.0, TOP_SPEED], [61.0, 3.0], [100.0, TOP_SPEED]]))
    missing = {**plan, "yellow": plan["yellow"][1:]}
    assert any("no plan for yellow" in one for one in ENTRY.verify(values, replace(result, plan=missing)))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"step": 0.3}, "step takes a fraction of a second"),
        ({"objective": "expected"}, "onsets takes second or step"),
        ({"step": 2.0}, "step takes a number from 0.1 to 1"),
        ({"hazard": 0.5}, "hazard takes a number from 0 to 0.05"),
    ],
)
def test_what_is_refused(given: dict[str, object], told: str) -> None:
    with pytest.raises(WrongParameter, match=told):
        ENTRY.values(given)


def test_a_time_limit_gives_a_bound() -> None:
    result = gallery.solve("stoplight", onsets="second", time_limit_s=1e-9)
    assert (result.value, result.proved) == (None, False)
    assert result.bound == pytest.approx(144.27222, abs=1e-5)
