import type { WritingTask } from '#contracts/writing-aid.ts'
import { languageName } from '../../../format/language-name.ts'
import { language } from '../../../locales/language.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { AssistantIcon } from '../../../ui/icons.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { AidModel } from './aid-model.ts'

interface AidMenuProps {
  readonly aid: AidModel
  /** True if there is no text to change. */
  readonly isEmpty: boolean
  /** True if the operator may set up models. */
  readonly mayAddModels: boolean
}

/** Tasks that a model can do for a reply; what it needs where only the built-in one is there. */
export function AidMenu({ aid, isEmpty, mayAddModels }: AidMenuProps) {
  const { offer, ask } = aid
  const isMissing = offer.value?.model === null
  const theirs = offer.value?.visitor_language ?? null
  const isForeign = theirs !== null && theirs.split('-')[0] !== language
  const entry = (task: WritingTask, label: string, into?: string) => ({
    label,
    isDisabled: isMissing || (isEmpty && task !== 'summarise'),
    onSelect: () => void ask(task, into),
  })
  return (
    <Menu
      label={t('aid.title')}
      items={[
        isMissing && {
          label: t('aid.needsModel'),
          hint: t('aid.needsModelHint'),
          ...(mayAddModels && { href: '/app/settings/models' }),
        },
        isMissing && 'separator',
        entry('summarise', t('aid.tasks.summarise')),
        'separator',
        entry('rephrase', t('aid.tasks.rephrase')),
        entry('shorten', t('aid.tasks.shorten')),
        entry('friendlier', t('aid.tasks.friendlier')),
        'separator',
        isForeign &&
          entry('translate', t('aid.translateInto', { language: languageName(theirs) }), theirs),
        entry('translate', t('aid.translateInto', { language: languageName(language) }), language),
      ]}
      trigger={(trigger) => (
        <IconButton
          {...trigger}
          size="small"
          icon={AssistantIcon}
          label={t('aid.title')}
          onClick={() => {
            void aid.load()
            trigger.onClick()
          }}
        />
      )}
    />
  )
}
