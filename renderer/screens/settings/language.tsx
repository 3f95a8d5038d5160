import type { Desk } from '../../desk.ts'
import { LANGUAGES, language } from '../../locales/language.ts'
import { t } from '../../locales/translate.ts'
import { Choices } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { chooseLanguage } from '../shell/choose-language.ts'

/** Which language the desk speaks. */
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
