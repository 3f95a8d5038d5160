import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../../locales/translate.ts'
import type { Suggestion } from './use-suggestions.ts'

interface SuggestionListProps<item extends Suggestion> {
  readonly id: string
  readonly items: readonly item[]
  readonly active: number
  readonly onTake: (item: item) => void
  /** Content below the suggestions, or instead of them if there are none. */
  readonly children?: ComponentChildren
}

/** Suggestions above the field, which keeps the focus. */
export function SuggestionList<item extends Suggestion>(props: SuggestionListProps<item>) {
  const { id, items, active, onTake, children } = props
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div class="suggestions">
      <div id={id} role="listbox" aria-label={t('composer.suggestions')} ref={list}>
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
          <div
            key={item.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onTake(item)}
          >
            <strong dir="auto">
              {item.mark}
              {item.label}
            </strong>
            <span dir="auto">{item.hint}</span>
          </div>
        ))}
      </div>
      <p class="visually-hidden" role="status">
        {t('composer.suggested', { count: items.length })}
      </p>
      {children}
    </div>
  )
}
