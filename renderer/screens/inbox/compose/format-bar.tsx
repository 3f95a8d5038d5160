import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import {
  BoldIcon,
  CodeIcon,
  ItalicIcon,
  ListIcon,
  NumbersIcon,
  QuoteIcon,
  StrikeIcon,
} from '../../../ui/icons-work.tsx'
import { applyEdit } from './apply-edit.ts'
import type { Area } from './area.ts'
import { type Format, formatted } from './format-text.ts'
import { LinkButton } from './link-button.tsx'

const BUTTONS = [
  { format: 'bold', icon: BoldIcon, label: t('composer.bold'), shortcut: '$mod+b' },
  { format: 'italic', icon: ItalicIcon, label: t('composer.italic'), shortcut: '$mod+i' },
  { format: 'strike', icon: StrikeIcon, label: t('composer.strike') },
  { format: 'code', icon: CodeIcon, label: t('composer.code') },
  { format: 'bullets', icon: ListIcon, label: t('composer.bullets') },
  { format: 'numbers', icon: NumbersIcon, label: t('composer.numbers') },
  { format: 'quote', icon: QuoteIcon, label: t('composer.quote') },
] as const

/** Buttons that format the selection of a text field as Markdown. */
export function FormatBar({ area }: { readonly area: Area }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of form fields
    <div class="format-bar" role="group" aria-label={t('composer.formatting')}>
      {BUTTONS.map(({ format, icon, label, ...rest }) => (
        <IconButton
          key={format}
          {...rest}
          size="small"
          icon={icon}
          label={label}
          onClick={() => applyFormat(area, format)}
        />
      ))}
      <LinkButton area={area} />
    </div>
  )
}

function applyFormat({ current }: Area, format: Format): void {
  if (current) applyEdit(current, formatted(current, format))
}

/** Formats by Ctrl or Cmd with B or I; true if the key was handled. */
export function formatByKey(event: KeyboardEvent, area: Area): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return false
  const format = ({ b: 'bold', i: 'italic' } as const)[event.key.toLowerCase()]
  if (!format) return false
  event.preventDefault()
  applyFormat(area, format)
  return true
}
