import './palette.css'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import type { Ranges } from '../../app/fuzzy.ts'
import { t } from '../../locales/translate.ts'
import { SearchIcon } from '../../ui/icons.tsx'
import { KeyHint } from '../../ui/key-hint.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createLocal } from './local.ts'
import {
  createPaletteModel,
  type PaletteModel,
  type Result,
  type Section,
} from './palette-model.ts'
import { createRemote } from './remote.ts'

interface PaletteProps {
  readonly desk: Desk
  readonly onClose: () => void
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
}

/** Command palette: a modal combobox over everything in Parley. */
export function Palette({ desk, onClose }: PaletteProps) {
  const model = useModel(() =>
    createPaletteModel({ local: createLocal(desk), remote: createRemote(desk.api) }),
  )
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { results, current, isSearching, query } = model
  useModal(dialog)
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current.value, results.value])

  function take(result: Result | undefined): void {
    if (!result) return
    onClose()
    if (result.href) {
      remember(desk, result)
      desk.address.go(result.href)
    }
    // Runs after the palette has restored the focus, which the action may move.
    else requestAnimationFrame(() => void result.run?.())
  }

  function press(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    if (step !== undefined) model.move(step)
    else if (event.key === 'Enter' && !event.isComposing) take(model.chosen.value)
    else if (event.key === 'k' && (event.ctrlKey || event.metaKey)) onClose()
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does what a click beside it does
    <dialog
      ref={dialog}
      class="palette"
      aria-label={t('shell.palette.title')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <div class="palette-field">
        <SearchIcon />
        <input
          type="text"
          role="combobox"
          class="palette-input"
          aria-label={t('shell.palette.title')}
          aria-expanded={results.value.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={results.value.length > 0 ? `${id}-${current.value}` : undefined}
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          placeholder={t('shell.palette.placeholder')}
          value={query.value}
          onInput={({ currentTarget }) => model.type(currentTarget.value)}
          onKeyDown={press}
        />
        {isSearching.value && <span class="spinner" aria-hidden="true" />}
      </div>
      <Results id={id} model={model} onTake={take} />
      <p class="visually-hidden" role="status">
        {query.value !== '' &&
          !isSearching.value &&
          t('shell.palette.count', { count: results.value.length })}
      </p>
      <footer class="palette-foot" aria-hidden="true">
        <span>
          <KeyHint keys="ArrowUp" /> <KeyHint keys="ArrowDown" /> {t('shell.palette.move')}
        </span>
        <span>
          <KeyHint keys="Enter" /> {t('shell.palette.open')}
        </span>
        <span>
          <KeyHint keys="Escape" /> {t('shell.palette.close')}
        </span>
      </footer>
    </dialog>
  )
}

interface ResultsProps {
  readonly id: string
  readonly model: PaletteModel
  readonly onTake: (result: Result) => void
}

function Results({ id, model, onTake }: ResultsProps) {
  const { sections, query, isSearching, current } = model
  if (sections.value.length === 0) {
    return (
      <div class="palette-nothing">
        {isSearching.value ? (
          t('shell.palette.searching')
        ) : (
          <>
            <strong>{t('shell.palette.nothing', { text: query.value.trim() })}</strong>{' '}
            {t('shell.palette.nothingHint')}
          </>
        )}
      </div>
    )
  }
  let index = 0
  return (
    <div
      class="palette-list"
      role="listbox"
      id={`${id}-list`}
      aria-label={t('shell.palette.results')}
    >
      {sections.value.map((section) => (
        <Group
          key={section.title}
          id={id}
          section={section}
          first={(index += section.entries.length) - section.entries.length}
          current={current.value}
          onPoint={(place) => {
            current.value = place
          }}
          onTake={onTake}
        />
      ))}
    </div>
  )
}

interface GroupProps {
  readonly id: string
  readonly section: Section
  /** Index of its first entry among all results. */
  readonly first: number
  readonly current: number
  readonly onPoint: (place: number) => void
  readonly onTake: (result: Result) => void
}

function Group({ id, section: { title, entries }, first, current, onPoint, onTake }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
    <div role="group" aria-label={title}>
      <div class="palette-title" aria-hidden="true">
        {title}
      </div>
      {entries.map((entry, offset) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the combobox has the focus
        <div
          key={entry.id}
          role="option"
          class="palette-entry"
          id={`${id}-${first + offset}`}
          aria-selected={first + offset === current}
          onMouseMove={() => first + offset !== current && onPoint(first + offset)}
          onClick={() => onTake(entry)}
        >
          <span class="palette-icon">{entry.icon && <entry.icon size={18} />}</span>
          <span class="palette-words">
            <bdi class="palette-label">
              <Marked text={entry.label} ranges={entry.ranges} />
            </bdi>
            {entry.hint && (
              <bdi class="palette-hint">
                <Marked text={entry.hint} ranges={entry.hintRanges ?? []} />
              </bdi>
            )}
          </span>
          {entry.keys && <KeyHint keys={entry.keys} />}
        </div>
      ))}
    </div>
  )
}

function Marked({ text, ranges }: { readonly text: string; readonly ranges: Ranges }) {
  if (ranges.length === 0) return <>{text}</>
  let end = 0
  const parts = ranges.flatMap(([from, to]) => {
    const before = text.slice(end, from)
    end = to
    return [before, <mark key={from}>{text.slice(from, to)}</mark>]
  })
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}

function useModal(dialog: { readonly current: HTMLDialogElement | null }): void {
  useLayoutEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
    return () => {
      dialog.current?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
}

/** Records are remembered, but not screens, which are in the navigation anyway. */
const isObject = (href: string) =>
  /^\/app\/[\w-]+\/[^/?]+/.test(href) && !/\/(new|settings)/.test(href)

function remember({ recent }: Desk, { href, label, hint }: Result): void {
  if (href && isObject(href)) recent.add({ href, label: label || (hint ?? '') })
}
