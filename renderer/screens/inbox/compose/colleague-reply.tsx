import { plainWords } from '../../../app/plain-words.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ChatsIcon } from '../../../ui/icons.tsx'
import { Banner } from '../../../ui/states.tsx'
import type { ColleagueReplyModel } from './colleague-reply-model.ts'

/** Characters of a reply that are shown. */
const EXCERPT = { beside: 120, asking: 400 }

interface ColleagueReplyProps {
  readonly model: ColleagueReplyModel
  /** Shows a message in the thread. */
  readonly onShow: (seq: number) => void
}

/** Reports a colleague's reply next to the one that is being written, and asks before that one is sent. */
export function ColleagueReply({ model, onShow }: ColleagueReplyProps) {
  const reply = model.reply.value
  const name = reply?.name ?? ''
  return (
    <>
      <div role="status">
        {reply && (
          <Banner
            tone="attention"
            icon={ChatsIcon}
            onDismiss={model.read}
            actions={
              <Button
                size="small"
                onClick={() => {
                  model.read()
                  onShow(reply.seq)
                }}
              >
                {t('composer.showColleague')}
              </Button>
            }
          >
            {t('composer.colleagueReplied', { name })}{' '}
            <q dir="auto">{startOf(reply.content, EXCERPT.beside)}</q>
          </Banner>
        )}
      </div>
      {reply && model.isAsking.value && (
        <Dialog
          title={t('composer.colleagueTitle', { name })}
          size="small"
          onClose={() => model.decide(false)}
          actions={
            <>
              <Button autofocus onClick={() => model.decide(false)}>
                {t('composer.keepEditing')}
              </Button>
              <Button kind="primary" onClick={() => model.decide(true)}>
                {t('composer.sendAnyway')}
              </Button>
            </>
          }
        >
          <p>{t('composer.colleagueAsk')}</p>
          <blockquote class="colleague-reply" dir="auto">
            {startOf(reply.content, EXCERPT.asking)}
          </blockquote>
        </Dialog>
      )}
    </>
  )
}

function startOf(content: string, length: number): string {
  const characters = [...plainWords(content)]
  return characters.length > length
    ? `${characters.slice(0, length).join('')}…`
    : characters.join('')
}
