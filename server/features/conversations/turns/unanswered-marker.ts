/** Ends an answer of a model that does not answer the question; nobody is shown it. */
const MARKER = '[[unanswered]]'

/** Asks a model to be honest, and to mark an answer that answers nothing: in the prompt of assistants with a knowledge base. */
export const UNANSWERED_RULE = `If nothing here and none of your functions answers a question of the visitor, say so and that a person will follow up, and write ${MARKER} as the last line of that answer, in exactly these letters in every language: it is taken out before anybody reads it. Write it nowhere else. Never invent facts.`

const ANYWHERE = /\[\[\s{0,3}unanswered\s{0,3}\]\]/gi

/** An end of a text that may become the marker, with the line break before it. */
const BEGINNING = /(?:\n\s{0,8})?(?:\[(?:\[[\sa-z]{0,16}\]?)?)?$/i

/** A text without the marker. */
export const unmarked = (text: string): string => text.replaceAll(ANYWHERE, '').trimEnd()

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

  return {
    add(text: string): void {
      const all = (kept + text).replaceAll(ANYWHERE, () => {
        isMarked = true
        return ''
      })
      const whole = all.replace(BEGINNING, '')
      kept = all.slice(whole.length)
      pass(whole)
    },
    /** The text is complete; returns whether it was marked, and is ready for another. */
    end(): boolean {
      const result = isMarked
      // A marker that was cut off is no text, and neither is the line break before it.
      if (!(result || kept.includes('[['))) pass(kept)
      kept = ''
      isMarked = false
      hasPassed = false
      return result
    },
  }
}
