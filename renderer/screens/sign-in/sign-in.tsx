import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { SessionModel } from '../../app/session/model.ts'
import { t } from '../../locales/translate.ts'
import { Brand } from '../../ui/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'

interface SignInProps {
  readonly session: SessionModel
  /** Link to another place. */
  readonly children?: ComponentChildren
}

/** Sign-in screen, for a one-time link or an API key. */
export function SignIn({ session, children }: SignInProps) {
  const secret = useSignal('')
  const missing = useSignal(false)
  const form = useRef<HTMLFormElement>(null)
  const error = missing.value ? t('session.missing') : session.error.value

  useEffect(() => {
    document.title = t('session.windowTitle')
  }, [])
  useEffect(() => {
    if (error) form.current?.querySelector('input')?.focus()
  }, [error])

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    missing.value = secret.value.trim() === ''
    if (!missing.value && !session.busy.value) await session.signIn(secret.value)
  }

  return (
    <main class="door">
      <div class="door-card">
        {children}
        <Brand size={40} />
        <h1>{t('session.title')}</h1>
        <p>
          {t('session.link')} <strong>{t('session.openLink')}</strong> {t('session.noPassword')}
        </p>
        <p class="quiet">
          {t('session.once')} <code>npm start</code>
        </p>
        <form ref={form} onSubmit={submit} noValidate>
          <Field label={t('session.key')} hint={t('session.keyHint')} error={error}>
            {(wiring) => (
              <TextInput
                {...wiring}
                type="password"
                name="key"
                autocomplete="off"
                spellcheck={false}
                value={secret.value}
                onEdit={(value) => {
                  secret.value = value
                  missing.value = false
                }}
              />
            )}
          </Field>
          <Button kind="primary" type="submit" busy={session.busy.value}>
            {t('session.signIn')}
          </Button>
        </form>
      </div>
    </main>
  )
}
