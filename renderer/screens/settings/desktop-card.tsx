import { useSignal } from '@preact/signals'
import type { DesktopApi } from '../../../electron/desktop-api.ts'
import { useLoginItem } from '../../app/desktop/use-login-item.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Switch } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'

interface OfDesktop {
  readonly desktop: DesktopApi
}

/** Settings of the surrounding desktop app. */
export function DesktopCard({ desktop }: OfDesktop) {
  const login = useLoginItem(desktop)
  return (
    <Card title={t('desktop.title')}>
      <Switch
        label={t('desktop.login')}
        hint={
          login.value === 'unsupported' ? t('desktop.loginUnsupported') : t('desktop.loginHint')
        }
        checked={login.value === 'on'}
        disabled={login.value === 'unsupported'}
        onSwitch={async (isOn) => {
          login.value = await desktop.setLoginItem(isOn)
        }}
      />
    </Card>
  )
}

/** Diagnostics for support requests; copies exactly what is shown. */
export function Diagnostics({ desktop }: OfDesktop) {
  const text = useSignal<string>()
  const read = async () => {
    text.value = await desktop.diagnostics()
  }
  return (
    <Card title={t('desktop.diagnostics')} note={t('desktop.diagnosticsNote')}>
      {text.value !== undefined && (
        <CodeBlock label={t('desktop.preview')} text={text.value} isWrapped maxLines={16} />
      )}
      <div class="form-actions">
        <Button onClick={() => void read()}>
          {text.value === undefined ? t('desktop.show') : t('desktop.again')}
        </Button>
      </div>
    </Card>
  )
}
