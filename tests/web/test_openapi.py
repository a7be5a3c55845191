"""Requests made up from the OpenAPI document: none ends in an error of the service, and all answers are as it says."""

from __future__ import annotations

import hypothesis
import pytest
import schemathesis
from schemathesis.checks import positive_data_acceptance

from conftest import Service
from puzzlewright.web.app import create
from puzzlewright.web.pool import Pool

DOCUMENT = create(Pool(1)).openapi()
# A request that is too long may be refused as too large.
_CHECKS = {"negative_data_rejection": {"expected-statuses": [400, 404, 405, 413, 429]}}
WHOLE = schemathesis.openapi.from_dict(DOCUMENT, config=schemathesis.Config.from_dict({"checks": _CHECKS}))
# Without the systematic part, which tries each bound of each field and takes a minute.
_FEWER = schemathesis.Config.from_dict({"checks": _CHECKS, "phases": {"coverage": {"enabled": False}}})
SHORT = schemathesis.openapi.from_dict(DOCUMENT, config=_FEWER)

# Text that a schema allows need not be a board.
UNFIT = [positive_data_acceptance]


@SHORT.parametrize()
@hypothesis.settings(max_examples=6, deadline=None)
def test_made_up_requests(case: schemathesis.Case, service: Service) -> None:
    case.call_and_validate(base_url=service.url, excluded_checks=UNFIT, timeout=120)


@pytest.mark.long
@WHOLE.parametrize()
@hypothesis.settings(max_examples=60, deadline=None)
def test_many_made_up_requests(case: schemathesis.Case, service: Service) -> None:
    case.call_and_validate(base_url=service.url, excluded_checks=UNFIT, timeout=120)
