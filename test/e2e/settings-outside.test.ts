import { expect, onTestFinished, test } from 'vitest'
import { createUser } from '#contracts/accounts.ts'
import { getSmsPolicy, getSmsProvider } from '#contracts/sms-provider.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { live } from '../support/life.ts'
import { openSignInLink } from '../support/people.ts'
import { KEY, temporaryFolder } from '../support/server.ts'
import { BUILT } from '../support/server-process.ts'
import { ACCOUNT, startSmsProviderStandIn, TOKEN } from '../support/sms-provider-stand-in.ts'

test('a provider is tested, saved after confirmation, hides its token, and gives way to the Sandbox again', async () => {
  const provider = await startSmsProviderStandIn()
  onTestFinished(provider.close)
  const life = await live({
    dataDir: temporaryFolder(),
    main: BUILT,
    env: { PARLEY_ALLOW_PRIVATE: provider.host, PARLEY_SECRETS_KEY: 'a key for the tests of this' },
  })
  const page = await chromium.person()
  await openSignInLink(page, await life.signInLink())
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${life.url}/app/settings/providers`)
  await page.getByText('In use: Sandbox').waitFor()
  await page.getByText('External provider', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Base URL' }).fill(provider.url)
  await page.getByRole('textbox', { name: 'Account' }).fill(ACCOUNT)
  await page.getByLabel('Token').fill('wrong')
  await page.getByRole('button', { name: 'Test connection' }).click()
  const answer = page.locator('.provider-answer')
  await answer.locator('.badge.is-danger').waitFor()
  await page.getByLabel('Token').fill(TOKEN)
  await expect.poll(() => answer.textContent()).toBe('')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await answer.getByText('The shop').first().waitFor()
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Save and go live' }).click()
  await page.getByText(`are sent through ${provider.url}`).waitFor()
  await page.getByRole('button', { name: 'Go live', exact: true }).click()
  await page.getByText('In use: External provider').waitFor()
  await expect
    .poll(() => life.call(getSmsProvider))
    .toMatchObject({ is_sandbox: false, has_token: true })
  await page.reload()
  await page.getByText('A token is saved.').waitFor()
  await expect.poll(() => page.getByLabel('Token').inputValue()).toBe('')
  expect(await page.content()).not.toContain(TOKEN)
  // This server is not reachable from outside; the page says what to do.
  await page.getByText('the provider can’t deliver incoming messages').waitFor()
  await page.getByText('Telephone calls need a public address').waitFor()
  expect(await page.getByRole('button', { name: 'Turn on…' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Run self-test' }).click()
  await page.locator('.telephone-check .badge.is-danger').getByText('Public address').waitFor()
  // With the stored token.
  await page.getByRole('button', { name: 'Test connection' }).click()
  await answer.getByText('The shop').first().waitFor()

  await page.getByText('Selected countries', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Allowed countries' }).fill('Austr')
  await page.getByRole('option', { name: 'Austria' }).click()
  await page.keyboard.press('Escape')
  const cap = page.getByRole('textbox', { name: 'Daily messages per country' })
  await cap.fill('many')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await page.getByText('Enter a whole number from 1 to 100,000.').waitFor()
  await cap.fill('40')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await page.getByText('Limits saved.').waitFor()
  await expect
    .poll(() => life.call(getSmsPolicy))
    .toMatchObject({ countries: ['AT'], daily_cap: 40 })

  await page.getByText('Nothing leaves this machine.').click()
  await page.getByRole('button', { name: 'Switch to Sandbox' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch to Sandbox' }).click()
  await page.getByText('In use: Sandbox').waitFor()
  await expect
    .poll(() => life.call(getSmsProvider))
    .toMatchObject({ is_sandbox: true, has_token: false })
})

test('a non-owner sees an explanation, and a read-only key can view the network settings but not change them', async () => {
  const life = await startDesk()
  const { api_key } = await life.call(createUser, {
    body: { name: 'Bo', email: 'bo@example.com' },
  })
  const signInWith = async (key: string) => {
    const page = await chromium.person()
    await page.goto(`${life.url}/app/`)
    await page.getByLabel('API key').fill(key)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Settings' }).first().waitFor()
    return page
  }
  const guest = await signInWith(api_key.token)
  await guest.goto(`${life.url}/app/settings/network`)
  await guest.getByText('Only the owner can').waitFor()
  await guest.goto(`${life.url}/app/settings/providers`)
  await guest.getByText('The owner sets the text message provider').waitFor()
  await guest.getByText('Limits of messages and calls').waitFor()

  const owner = await signInWith(KEY)
  await owner.goto(`${life.url}/app/settings/network`)
  await owner.getByText('can’t change network settings').waitFor()
  expect(await owner.getByRole('button', { name: 'Allow' }).count()).toBe(0)
  expect(await violations(owner)).toEqual([])
})
