import type { Desk } from '../../desk.ts'
import { LANGUAGES, type Language, language } from '../../texts/language.ts'
import { settingsTexts } from '../../texts/settings.ts'
import { Choices } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { chooseLanguage } from '../shell/choose-language.ts'

const t = settingsTexts.language

/** Which language the desk speaks. */
export function LanguagePart({ desk }: { readonly desk: Desk }) {
  return (
    <Card title={settingsTexts.parts.language} note={settingsTexts.onThisDevice}>
      <Choices<Language>
        label={t.label}
        value={language}
        options={Object.entries(LANGUAGES).map(([code, name]) => ({
          value: code as Language,
          label: name,
        }))}
        onChoose={(code) => chooseLanguage(desk.storage, code)}
      />
      <p class="quiet">{t.hint}</p>
    </Card>
  )
}
