import { useSignal } from '@preact/signals'
import { installPrompt, isInstalled } from '../../app/installed/install.ts'
import { canRunWorker, runWorker } from '../../app/installed/worker.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/display.tsx'
import { MobileIcon } from '../../ui/icons-work.tsx'
import { Banner } from '../../ui/states.tsx'

/** Installs the desk as an app of this device, from the browser. */
export function InstallCard() {
  const state = useSignal<'idle' | 'manual' | 'failed'>('idle')

  async function install(): Promise<void> {
    try {
      await runWorker()
      const prompt = installPrompt.value
      if (prompt) await prompt.prompt()
      else state.value = 'manual'
    } catch {
      state.value = 'failed'
    }
  }

  return (
    <Card title={t('settings.install.title')} note={t('settings.onThisDevice')}>
      <p>{isInstalled() ? t('settings.install.done') : t('settings.install.hint')}</p>
      {!isInstalled() && canRunWorker() && (
        <div class="form-actions">
          <Button icon={MobileIcon} onClick={() => void install()}>
            {t('settings.install.button')}
          </Button>
        </div>
      )}
      <div role="status">
        {!canRunWorker() && <Banner>{t('settings.install.insecure')}</Banner>}
        {state.value === 'manual' && <Banner>{t('settings.install.manual')}</Banner>}
        {state.value === 'failed' && <Banner tone="danger">{t('settings.install.failed')}</Banner>}
      </div>
    </Card>
  )
}
