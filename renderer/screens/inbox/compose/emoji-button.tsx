import { useRef } from 'preact/hooks'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { SmileIcon } from '../../../ui/icons-work.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { movedTo } from '../../../ui/use-roving.ts'
import { applyEdit } from './apply-edit.ts'
import type { Area } from './area.ts'
import { EMOJI } from './emoji-list.ts'
import { inserted } from './format-text.ts'

/** Inserts an emoji at the caret. */
export function EmojiButton({ area }: { readonly area: Area }) {
  return (
    <Popover
      label={t('composer.emoji')}
      trigger={(trigger) => (
        <IconButton {...trigger} size="small" icon={SmileIcon} label={t('composer.emoji')} />
      )}
    >
      {(close) => (
        <EmojiPanel
          onChoose={(emoji) => {
            close()
            if (area.current) applyEdit(area.current, inserted(area.current, emoji))
          }}
        />
      )}
    </Popover>
  )
}

/** Emoji per row, as the stylesheet lays them out. */
const COLUMNS = 8

/** Arrow keys move within all groups; the first emoji is the only stop of Tab. */
function EmojiPanel({ onChoose }: { readonly onChoose: (emoji: string) => void }) {
  const panel = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent): void {
    const buttons = [...(panel.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const isRtl = getComputedStyle(panel.current!).direction === 'rtl'
    const row = { ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key]
    const next =
      row === undefined
        ? movedTo(event, at, buttons.length, { along: 'line', isRtl })
        : Math.min(Math.max(at + row, 0), buttons.length - 1)
    if (next < 0) return
    event.preventDefault()
    buttons[next]?.focus()
  }

  return (
    <div class="emoji-panel" ref={panel}>
      {Object.entries(EMOJI).map(([group, emoji], place) => (
        <fieldset
          key={group}
          onKeyDown={move}
          aria-label={t(`composer.emojiGroups.${group as keyof typeof EMOJI}`)}
        >
          {emoji.map((one, index) => (
            <button
              key={one}
              type="button"
              tabIndex={place + index === 0 ? 0 : -1}
              onClick={() => onChoose(one)}
            >
              {one}
            </button>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
