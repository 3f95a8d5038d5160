import { useState } from 'preact/hooks'
import type { DeskMessage } from '#contracts/tool-calls.ts'
import { languageName } from '../../../format/language-name.ts'
import { language } from '../../../locales/language.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { LanguageIcon } from '../../../ui/icons-work.tsx'
import { MessageText } from './message-text.tsx'

/** The translation of a message into the desk's language, or the original of a translated reply. */
export const shownTranslation = ({ translations = [] }: Pick<DeskMessage, 'translations'>) =>
  translations.find((one) => one.is_original || one.language === language)

/** A message in the other language: a translation is shown, an original on demand. */
export function Translation({ message }: { readonly message: DeskMessage }) {
  const found = shownTranslation(message)
  const [isShown, setShown] = useState(found?.is_original === false)
  if (!found) return null
  return (
    <div class="translation">
      <p class="message-note">
        <LanguageIcon size={14} />
        {found.is_original
          ? t('thread.translatedReply')
          : t('thread.translatedInto', { language: languageName(language) })}
        <Button
          kind="quiet"
          size="small"
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown
            ? t('thread.hide')
            : found.is_original
              ? t('thread.showOriginal')
              : t('thread.showTranslation')}
        </Button>
      </p>
      {isShown && (
        <div class="translation-text" dir="auto">
          <MessageText author={message.author} text={found.content} />
        </div>
      )}
    </div>
  )
}
