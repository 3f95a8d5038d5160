import './try.css'
import '../../inbox/thread/thread.css'
import '../../inbox/thread/messages.css'
import '../../inbox/compose/composer.css'
import { useEffect } from 'preact/hooks'
import type { ScreenProps } from '../../../app/screen.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton, LinkButton } from '../../../ui/button.tsx'
import { PageHead } from '../../../ui/display.tsx'
import { CodeIcon, RefreshIcon, SendIcon } from '../../../ui/icons.tsx'
import { Banner, ErrorState, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { Thread } from '../../inbox/thread/thread.tsx'
import { createTryModel, type TryModel } from './try-model.ts'

/** Screen for talking to an assistant as a visitor would. */
export function Try({ desk, params }: ScreenProps) {
  const id = Number(params['id'])
  const model = useModel(() => createTryModel(desk.api, desk.live, id), [id])
  useEffect(() => void model.open(), [model])
  const assistant = model.assistant.value

  return (
    <main class="page is-filled" id="main" tabIndex={-1}>
      <div class="page-inner">
        <PageHead
          title={
            assistant
              ? t('assistants.try.title', { name: assistant.name })
              : t('assistants.try.untitled')
          }
          lead={t('assistants.try.lead')}
          back={{ href: '/app/assistants', label: t('assistants.title') }}
        >
          <Button icon={RefreshIcon} onClick={model.startOver}>
            {t('assistants.try.startOver')}
          </Button>
          <LinkButton href={`/app/assistants/${id}/embed`} icon={CodeIcon}>
            {t('assistants.embed')}
          </LinkButton>
        </PageHead>
        <Chat desk={desk} model={model} />
      </div>
    </main>
  )
}

function Chat({ desk, model }: Pick<ScreenProps, 'desk'> & { readonly model: TryModel }) {
  const thread = model.thread.value
  if (!thread) {
    return model.error.value ? (
      <ErrorState title={t('assistants.try.failed')} onRetry={model.open}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('assistants.try.starting')} rows={2} />
    )
  }
  return (
    <section class="try" aria-label={t('assistants.try.conversation')}>
      <Thread key={thread.id} desk={desk} model={thread} />
      <form
        class="composer"
        onSubmit={(event) => {
          event.preventDefault()
          void model.say()
        }}
      >
        {model.error.value && <Banner tone="danger">{model.error.value}</Banner>}
        <div class="composer-box">
          <textarea
            rows={1}
            dir="auto"
            aria-label={t('assistants.try.say')}
            placeholder={t('assistants.try.placeholder')}
            value={model.draft.value}
            onInput={({ currentTarget }) => {
              model.draft.value = currentTarget.value
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
              event.preventDefault()
              void model.say()
            }}
          />
          <IconButton
            class="composer-send"
            type="submit"
            icon={SendIcon}
            label={t('assistants.try.send')}
            aria-disabled={model.isWaiting.value}
          />
        </div>
        <p class="composer-hint" role="status">
          {model.isWaiting.value ? t('assistants.try.waiting') : t('assistants.try.hint')}
        </p>
      </form>
    </section>
  )
}
