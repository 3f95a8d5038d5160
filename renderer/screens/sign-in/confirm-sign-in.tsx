import './confirm-sign-in.css'
import { useEffect, useRef } from 'preact/hooks'
import type { SessionModel } from '../../app/session/model.ts'
import { t } from '../../locales/translate.ts'
import { Brand } from '../../ui/brand.tsx'
import { Button } from '../../ui/button.tsx'

/** Asks before a sign-in link is used: which account it opens, on which server. */
export function ConfirmSignIn({ session }: { readonly session: SessionModel }) {
  const card = useRef<HTMLDivElement>(null)
  const question = session.question.value

  useEffect(() => {
    document.title = t('session.windowTitle')
    card.current?.querySelector<HTMLElement>('.is-primary')?.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') void session.decline()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [session])
  if (!question) return null

  const { whose, current } = question
  const { name, account, email } = whose
  return (
    <main class="door">
      <div class="door-card" ref={card}>
        <Brand size={40} />
        <h1>
          {name === account
            ? t('session.confirm.short', { name: apart(name) })
            : t('session.confirm.title', { name: apart(name), account: apart(account) })}
        </h1>
        <dl class="sign-in-facts">
          <dt>{t('session.confirm.email')}</dt>
          <dd>
            <bdi>{email}</bdi>
          </dd>
          <dt>{t('session.confirm.server')}</dt>
          <dd>
            <bdi>{location.host}</bdi>
          </dd>
        </dl>
        {current && (
          <p>
            {t('session.confirm.instead', { account: apart(`${current.name} (${current.email})`) })}
          </p>
        )}
        <p class="quiet">{t('session.confirm.warning')}</p>
        <div class="sign-in-choices">
          <Button onClick={() => void session.decline()}>{t('common.cancel')}</Button>
          <Button kind="primary" busy={session.busy.value} onClick={() => void session.confirm()}>
            {t('session.confirm.continue')}
          </Button>
        </div>
      </div>
    </main>
  )
}

/** Isolates an untrusted name, so that it cannot change the direction of the surrounding text. */
function apart(text: string): string {
  return `\u2068${text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`
}
