"""What the lines of a day may not say, as nobody at the table can know it: the cause of a death that is not
told, and more of somebody than the card that was turned over."""

from __future__ import annotations

import re

import pytest

from table.words.narration import Narration

LANGUAGES = ("fr", "en", "de", "es")
TELLINGS = (None, "tit-albert", "family")

MORNING = re.compile(r"dawn\.(break|nobody)\w*|eyes_down\.dawn|death\.found\w*")
"""What is said of a night before anybody is told what happened in it."""

OF_THE_PACK = {
    "fr": r"\bloups?\b|\bmeute|\bcrocs?\b|\bgriff|\bdents?\b|\bmord|\bmorsure|\bpattes?\b|\bmuseau|\bgueule"
    r"|\bmâchoire|\bdévor|\bproie|\bfaim\b|\bventre|\bsang\b|\btit albert|\bcousins?\b",
    "en": r"\bwol(f|ves)\b|\bpack\b|\bfang|\bclaw|\btooth|\bteeth|\bbit(e|es|ten)?\b|\bpaws?\b|\bmuzzle|\bjaw"
    r"|\bdevour|\bprey\b|\bhung(er|ry)|\bbelly|\bblood|\btit albert|\bcousins?\b",
    "de": r"\bwölfe|\bwolf|\brudel|\bz[aä]hne?\b|\bkralle|\bbiss|gebissen|\bbeiß|\bpfote|schnauze|\bmaul\b"
    r"|fressen|\bfraß|\bbeute\b|\bhung(er|rig)|\bbauch|\bblut",
    "es": r"\blobos?\b|\bmanada|colmillo|\bgarras?\b|\bdientes?\b|\bm[ou]e?rd|\bpatas?\b|hocico|fauces"
    r"|\bdevor|\bpresa\b|\bhambre|\bbarriga|\bsangre",
}
"""Words that name the pack as the cause."""

OF_A_VOTE = re.compile(
    r"night\.fall\w*|vote\..*|ballots\..*|tie\..*|lot\..*|death\.(voted|shot|found)\w*|death\.card\..*"
    r"|dawn\..*|eyes_down\.dawn"
)
"""What is said around a verdict, in a death, and in a morning."""

OF_NATURES = {
    "fr": r"innocen|coupabl|honnêt|des vôtres|vos propres mains|âme amie|de bien\b|mauvaise (porte|tête)"
    r"|remerci|applaudi|bon (comme le )?pain|bonne lanterne|travail des loups|et rien de plus"
    r"|pas un croc\b|visé juste|vu clair|bien joué|menteur|un loup de moins|mâchoire de moins|meute sourit"
    r"|vide dans la meute|manque un hurlement|ricane",
    "en": r"innocen|guilt|honest|one of yours|your own hands|\bdrowned a friend|wrong (door|neck|lantern)"
    r"|thank|applau|good (as )?bread|wolves’ work|and nothing more|not a fang|aim was good|saw straight"
    r"|well done|liar|wolf fewer|teeth fewer|pack is smiling|gap in the pack|howl is missing|giggl"
    r"|nothing to hide|lift a paw",
    "de": r"schuldig|unschuld|ehrlich|von euren\b|eigenen händen|falsche[nr]? (tür|kopf|hals)|\bdank|klatsch"
    r"|applau|und nichts weiter|kein zahn|gut gezielt|klar gesehen|gut gemacht|lügner|wolf weniger"
    r"|rudel lächelt|nichts zu verbergen|kicher",
    "es": r"inocen|culpab|honrad|de los tuyos|propias manos|puerta equivocada|gracias\b|aplau|y nada más que"
    r"|ni un colmillo|punter|vio claro|bien jugado|mentiros|un lobo menos|manada sonríe|nada que esconder",
}
"""Words that say on whose side somebody was: a villager's card may lie before somebody who was bitten."""

OF_NOISE = {
    "fr": r"silence|plus un bruit|\bcalme|grillons|n’entend|on entend|personne ne parle|pas encore parlé"
    r"|un mot \?|à qui le tour|qui se lance|qui raconte|conversation|rien à dire|parlez un peu",
    "en": r"silen|\bquiet|not a sound|crickets|to be heard|nobody speaks|not spoken|a word\?|whose turn"
    r"|who will\?|who begins|conversation|say something|sea answers",
    "de": r"\bstill|schweig|\bruhig|\bruhe\b|kein laut|grillen|zu hören|hört man|niemand (redet|spricht)"
    r"|ein wort\?|wer (beginnt|fängt|traut|erzählt)|gespräch|sagt etwas",
    "es": r"silenci|\bcalma\b|ni un ruido|grillos|nadie habla|no se oye|¿a quién le toca|conversación",
}
"""Words of how loud it is: a table has no ear."""


@pytest.mark.parametrize("told", [*TELLINGS, "mots-garous"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_reminder_says_how_loud_it_is(language: str, told: str | None) -> None:
    said = lines_of(
        language, told, re.compile(r"debate\.(nudge|last)\w*|host\.quiet|questions\..*|accuse\.nobody")
    )
    assert len(said) > 3
    assert [line for line in said if re.search(OF_NOISE[language], line, re.IGNORECASE)] == []


@pytest.mark.parametrize("told", TELLINGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_morning_names_no_cause_before_it_is_told(language: str, told: str | None) -> None:
    said = lines_of(language, told, MORNING)
    assert len(said) > (40 if language in ("fr", "en") else 30)
    assert [line for line in said if re.search(OF_THE_PACK[language], line, re.IGNORECASE)] == []


@pytest.mark.parametrize("told", TELLINGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_says_more_of_somebody_than_the_card_shows(language: str, told: str | None) -> None:
    """Who was bitten by the Accursed Wolf-Father, or turned by a role of the house, is no friend of the
    village, and has a villager's card."""
    said = lines_of(language, told, OF_A_VOTE)
    assert len(said) > (250 if language in ("fr", "en") else 190)
    assert [line for line in said if re.search(OF_NATURES[language], line, re.IGNORECASE)] == []


OF_VERDICTS = {
    "fr": r"\bcondamn|\bvivrait|\bboirait|\ba (pris|poussé)\b|\bavait raison|ne s’est pas trompée|\bdeux\b",
    "en": r"\bcondemn|\bwould still|\btook\b|\bwas right|\binto the boat|\btwo\b",
    "de": r"verurteil|am leben|\bzwei\b",
    "es": r"\bconden|con vida|\bdos\b",
}
"""Words of what a vote has done, and of how many claim the same."""

OF_AN_END = {
    "fr": r"pas un mot|sans un mot|c’est tout",
    "en": r"no more|that is all|not a word",
    "de": r"kein wort|mehr (sagt|nicht)|nicht mehr|nichts weiter",
    "es": r"ni una palabra|no dice más|nada más",
}
"""Words with which somebody ends what they say."""


@pytest.mark.parametrize("told", TELLINGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_says_no_more_than_it_stands_for(language: str, told: str | None) -> None:
    """Whom an old vote named did not always die by it, and a claim is disbelieved without a rival too."""
    said = lines_of(language, told, re.compile(r"claim\.because\.(lies|votes|spared)"))
    assert len(said) >= 9
    assert [line for line in said if re.search(OF_VERDICTS[language], line, re.IGNORECASE)] == []


@pytest.mark.parametrize("told", TELLINGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_ends_a_call_that_a_reason_may_follow(language: str, told: str | None) -> None:
    said = lines_of(language, told, re.compile(r"claim\.(suspect|vote)(_(?!unnamed)\w+)?"))
    assert len(said) > 30
    assert [line for line in said if re.search(OF_AN_END[language], line, re.IGNORECASE)] == []


def lines_of(language: str, told: str | None, keys: re.Pattern[str]) -> list[str]:
    lines = Narration.load(language, told).lines
    return [wording for key in lines if keys.fullmatch(key) for wording in lines[key]]


@pytest.mark.parametrize("told", TELLINGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_vote_calls_a_death_a_departure(language: str, told: str | None) -> None:
    """Players who go home leave; who is condemned does not."""
    said = lines_of(language, told, re.compile(r"vote\.open\w*|angel\..*"))
    assert len(said) > 3
    assert [line for line in said if re.search(r"\bleav|\bgoes\?|\bpart(ir)?\b", line)] == []
