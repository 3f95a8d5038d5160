import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { DesktopApi, News, Updates } from '../../../electron/desktop-api.ts'
import { t } from '../../locales/translate.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/display.tsx'
import { RefreshIcon } from '../../ui/icons.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Banner } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

/** Update status of the desktop app, with actions. */
export function UpdatesCard({ desktop }: { readonly desktop: DesktopApi }) {
  const updates = useSignal<Updates>()
  useEffect(() => {
    const show = (now: Updates) => {
      updates.value = now
    }
    void desktop.updates().then(show)
    return desktop.onUpdates(show)
  }, [desktop])

  if (!updates.value) return null
  const { step, news, lookedAt } = updates.value
  return (
    <Card title={t('updates.title')}>
      <div class="updates" aria-live={step === 'downloading' ? 'off' : 'polite'}>
        <State updates={updates.value} />
      </div>
      {news && <NewsOf news={news} isOpen={step === 'ready' || step === 'found'} />}
      {step !== 'off' && (
        <div class="form-actions update-actions">
          {step === 'ready' && (
            <Button kind="primary" onClick={() => void desktop.installUpdate()}>
              {t('updates.restart')}
            </Button>
          )}
          {step === 'found' && news && (
            <LinkButton kind="primary" href={news.place} isOutside>
              {t('updates.get', { version: news.version })}
            </LinkButton>
          )}
          <Button
            icon={RefreshIcon}
            busy={step === 'looking'}
            disabled={step === 'downloading' || step === 'installing'}
            onClick={() => void desktop.lookForUpdates()}
          >
            {t('updates.look')}
          </Button>
          {lookedAt !== undefined && (
            <span class="quiet">
              {t('updates.lookedAt')}: <Time at={new Date(lookedAt).toISOString()} as="full" />
            </span>
          )}
        </div>
      )}
    </Card>
  )
}

function State({
  updates: { step, news, progress, problem, atQuit },
}: {
  readonly updates: Updates
}) {
  const version = news?.version ?? ''
  switch (step) {
    case 'downloading':
      return (
        <ProgressBar label={t('updates.downloading', { version })} isLabelShown value={progress} />
      )
    case 'ready':
      return (
        <Banner tone="ok">
          <strong>{t('updates.ready', { version })}</strong>{' '}
          {atQuit ? t('updates.atQuit') : t('updates.byPassword')}
        </Banner>
      )
    case 'found':
      return (
        <Banner>
          <strong>{t('updates.found', { version })}</strong> {t('updates.foundHint')}
        </Banner>
      )
    case 'failed':
      return <Banner tone="attention">{t(`updates.problems.${problem ?? 'unusable'}`)}</Banner>
    default:
      return <p class={step === 'current' ? '' : 'quiet'}>{t(`updates.${step}`)}</p>
  }
}

/** Release notes of a version. They are signed, but still rendered as plain text. */
function NewsOf({
  news: { version, notes },
  isOpen,
}: {
  readonly news: News
  readonly isOpen: boolean
}) {
  if (notes === '') return null
  return (
    <details open={isOpen}>
      <summary>{t('updates.whatIsNewIn', { version })}</summary>
      <div class="update-notes" lang="en">
        <RichText text={notes} />
      </div>
    </details>
  )
}
