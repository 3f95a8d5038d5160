import { chooseLanguage } from '../../app/choose-language.ts'
import type { Desk } from '../../app/desk.ts'
import { LANGUAGES, language } from '../../locales/language.ts'
import { t } from '../../locales/translate.ts'
import { Choices } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'

/** Choice of the desk's language. */
export function LanguagePart({ desk }: { readonly desk: Desk }) {
  return (
    <Card title={t('settings.parts.language')} note={t('settings.onThisDevice')}>
      <Choices
        label={t('settings.language.label')}
        value={language}
        options={Object.entries(LANGUAGES).map(([code, name]) => ({
          value: code,
          label: name,
        }))}
        onChoose={(code) => chooseLanguage(desk.storage, code)}
      />
      <p class="quiet">{t('settings.language.hint')}</p>
    </Card>
  )
}
