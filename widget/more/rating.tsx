import { useState } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import type { View } from '../view.ts'
import { calls } from './calls.ts'
import { rareWordsOf } from './rare-words.ts'

const HEAD = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9 9.5h.01M15 9.5h.01'

/** Drawn, because not every system has emoji for all the faces. */
const FACES = [
  ['ratings.1', 'M8 17q4-5 8 0'],
  ['ratings.2', 'M8.5 16q3.5-2.5 7 0'],
  ['ratings.3', 'M8.5 15.5h7'],
  ['ratings.4', 'M8.5 14.5q3.5 2.5 7 0'],
  ['ratings.5', 'M7.5 14q4.5 6 9 0z'],
] as const

/** Asks for a rating and a comment. */
export function Rating({ model, texts }: View) {
  const words = rareWordsOf(texts)
  const { rating } = model.state.conversation!
  const [chosen, choose] = useState(rating?.rating ?? 0)
  const [comment, setComment] = useState('')
  const [problem, setProblem] = useState('')

  if (rating) {
    return (
      <p class="hint" role="status">
        {words.thanks}
      </p>
    )
  }

  function submit(event: Event): void {
    event.preventDefault()
    const { conversation } = model.state
    const said = { rating: chosen, ...(comment.trim() && { comment: comment.trim() }) }
    calls(model.tools.api)
      .rate(conversation!.id, said)
      .then(
        () =>
          model.set({
            conversation: { ...conversation!, rating: { rating: chosen, comment: comment.trim() } },
          }),
        () => setProblem(texts.unreachable),
      )
  }

  return (
    <form class="form rating" onSubmit={submit}>
      <fieldset>
        <legend>{words.rate}</legend>
        {FACES.map(([key, mouth], index) => (
          <label key={key} title={words[key]}>
            <input
              type="radio"
              class="sr"
              name="rating"
              aria-label={words[key]}
              checked={chosen === index + 1}
              onChange={() => choose(index + 1)}
            />
            <span>
              <Icon path={HEAD + mouth} />
            </span>
          </label>
        ))}
      </fieldset>
      {chosen > 0 && (
        <>
          <textarea
            rows={2}
            maxLength={2000}
            value={comment}
            placeholder={words.comment}
            aria-label={words.comment}
            onInput={({ currentTarget }) => setComment(currentTarget.value)}
          />
          {problem && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
          <button type="submit" class="primary">
            {words.sendRating}
          </button>
        </>
      )}
    </form>
  )
}
