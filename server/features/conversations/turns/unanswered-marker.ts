/** Ends an answer of a model that does not answer the question; nobody is shown it. */
const MARKER = '[[unanswered]]'

/** Asks a model to be honest, and to mark an answer that answers nothing: in the prompt of assistants with a knowledge base. */
export const UNANSWERED_RULE = `If nothing here and none of your functions answers a question of the visitor, say so and that a person will follow up, and write ${MARKER} as the last line of that answer, in exactly these letters in every language: it is taken out before anybody reads it. Write it nowhere else. Never invent facts.`

/** Additions of small models: a line break and a list item before the marker, emphasis or quotes around it, a full stop after it. */
const BEFORE = String.raw`(?:(?:^|\n)\s{0,8}(?:[-+*>•]\s{1,3})?)?`
const AROUND = '[*_`~"]{0,3}'
const WORD = String.raw`\s{0,3}unanswered\s{0,3}`
const AFTER = String.raw`(?:[.!](?=\s*(?:\n|$)))?`

const ANYWHERE = new RegExp(String.raw`${BEFORE}(${AROUND})\[\[${WORD}\]\]\1${AFTER}`, 'gi')

/** The word in single brackets may be text; as the whole last line it is the marker. */
const LAST_LINE = new RegExp(
  String.raw`(?:^|\n)\s{0,8}(?:[-+*>•]\s{1,3})?(${AROUND})\[${WORD}\]\1${AFTER}\s*$`,
  'i',
)

/** An end of a line that is the marker, or may become it; blanks alone may not. */
const ENDING = String.raw`${AROUND}(?:\[{1,2}\s{0,3}[a-z]{0,10}\s{0,3}\]{0,2}${AROUND}[.!]?\s{0,8})?$`
const LINE = String.raw`\s{0,8}(?:[-+*>•]\s{0,3})?`
const HELD = new RegExp(String.raw`(?:\n${LINE})?${ENDING}`, 'i')
const HELD_AT_FIRST = new RegExp(String.raw`(?:(?:^|\n)${LINE})?${ENDING}`, 'i')

/** A text without the marker. */
export const unmarked = (text: string): string =>
  text.replaceAll(ANYWHERE, '').replace(LAST_LINE, '').trimEnd()

/** Reports whether a text is the beginning of a marker that was cut off. */
function isCutOff(text: string): boolean {
  const bare = text.toLowerCase().replaceAll(/[^a-z[\]]/g, '')
  return bare.startsWith('[[') && MARKER.startsWith(bare)
}

/** Takes the marker out of a text that arrives in pieces. What may become the marker is passed on once it is something else. */
export function createMarkerFilter(onText: (text: string) => void) {
  let kept = ''
  let isMarked = false
  let hasPassed = false

  function pass(text: string): void {
    const shown = isMarked && !hasPassed ? text.trimStart() : text
    if (shown === '') return
    hasPassed = true
    onText(shown)
  }

  function takeOut(text: string, marker: RegExp): string {
    return text.replace(marker, () => {
      isMarked = true
      return ''
    })
  }

  return {
    add(text: string): void {
      const all = kept + text
      const ready = all.replace(hasPassed ? HELD : HELD_AT_FIRST, '')
      kept = all.slice(ready.length)
      pass(takeOut(ready, ANYWHERE))
    },
    /** The text is complete; returns whether it was marked, and is ready for another. */
    end(): boolean {
      const isLine = !hasPassed || /^\s*\n/.test(kept)
      const text = takeOut(kept, ANYWHERE)
      const rest = isLine ? takeOut(text, LAST_LINE) : text
      const result = isMarked
      if (!isCutOff(rest)) pass(result ? rest.trimEnd() : rest)
      kept = ''
      isMarked = false
      hasPassed = false
      return result
    },
  }
}
