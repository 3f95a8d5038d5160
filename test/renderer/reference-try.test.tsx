import { screen, waitFor, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { createReferenceModel } from '../../renderer/reference/model.ts'
import { Reference } from '../../renderer/reference/reference.tsx'
import { descriptionOf } from './reference-support.ts'
import { draw } from './render.tsx'

interface Sent {
  readonly target: string
  readonly method: string
  readonly headers: Headers
  readonly credentials: RequestCredentials | undefined
  readonly body: unknown
}

type Answer = (sent: Sent) => Response

/** The page for one endpoint, with its form open, on a server with a single response; records the requests. */
async function openPage(id: string, answer: Answer, isSignedIn = false) {
  const sent: Sent[] = []
  const model = createReferenceModel(
    async (input, init = {}) => {
      const target = String(input)
      if (target === '/api/openapi.json') return Response.json(descriptionOf(id))
      if (target === '/api/session' && !init.method)
        return Response.json({ account: isSignedIn ? { name: 'Ada' } : null })
      const call = {
        target,
        method: init.method ?? 'GET',
        headers: new Headers(init.headers),
        credentials: init.credentials,
        body: init.body,
      }
      sent.push(call)
      return answer(call)
    },
    () => 0,
  )
  await Promise.all([model.load(), model.access.check()])
  const { user } = draw(<Reference model={model} />, '/api/docs')
  const part = within(document.getElementById(id)!)
  await user.click(part.getByRole('button', { name: /^Try it/ }))
  return { sent, user, model, part }
}

const ok: Answer = () => Response.json({ message: 'Done' }, { headers: { 'x-request-id': 'r-1' } })

test('a call is sent with the pasted key and without cookies', async () => {
  const { sent, user, part } = await openPage('createApiKey', ok)
  await user.type(screen.getByLabelText('API key'), '3|secret')
  const name = part.getByLabelText('name')
  expect(name).toHaveProperty('value', 'Front desk')
  await user.clear(name)
  await user.type(name, 'Report')
  await user.click(part.getByRole('button', { name: 'Send' }))
  expect(sent).toMatchObject([
    { target: '/api/user/api-keys', method: 'POST', credentials: 'omit' },
  ])
  expect(sent[0]!.headers.get('authorization')).toBe('Bearer 3|secret')
  expect(JSON.parse(String(sent[0]!.body))).toEqual({ name: 'Report' })
  expect(await part.findByText('200')).toBeTruthy()
  expect(part.getByText('r-1')).toBeTruthy()
  expect(part.getByLabelText('The answer').textContent).toContain('"message": "Done"')
})

test('without a key the browser’s session is used, and the page says whose it is', async () => {
  const { sent, user, part } = await openPage('getMe', ok, true)
  expect(part.getByText(/as Ada, who is signed in here/)).toBeTruthy()
  await user.click(part.getByRole('button', { name: 'Send' }))
  expect(sent).toMatchObject([{ target: '/api/user/me', credentials: 'same-origin' }])
  expect(sent[0]!.headers.has('authorization')).toBe(false)
})

test('the snippet follows the input and never contains the key', async () => {
  const { user, part } = await openPage('getCall', ok)
  await user.type(screen.getByLabelText('API key'), '3|secret')
  const id = part.getByLabelText('id')
  await user.clear(id)
  await user.type(id, '99')
  const curl = part.getByLabelText(/^The call/).textContent
  expect(curl).toContain('/user/calls/99')
  expect(curl).toContain('Bearer $KEY')
  expect(document.body.textContent).not.toContain('3|secret')
})

test('the errors of a 422 are shown beside their fields', async () => {
  const { user, part } = await openPage('createApiKey', () =>
    Response.json(
      {
        message: 'The given data was invalid.',
        errors: { name: ['The name field is required.'] },
      },
      { status: 422 },
    ),
  )
  await user.click(part.getByRole('button', { name: 'Send' }))
  const name = part.getByLabelText('name')
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  const described = name.getAttribute('aria-describedby')!.split(' ').at(-1)!
  expect(document.getElementById(described)!.textContent).toContain('The name field is required.')
})

test('errors inside an object field, and of a collapsed field, are both shown', async () => {
  const { user, part } = await openPage('createAssistant', () =>
    Response.json(
      {
        message: 'Validation failed',
        errors: { 'tools.0.type': ['The selected type is invalid.'] },
      },
      { status: 422 },
    ),
  )
  await user.click(part.getByRole('button', { name: 'Send' }))
  const tools = await part.findByLabelText('tools')
  await waitFor(() => expect(tools.getAttribute('aria-invalid')).toBe('true'))
  expect(tools.closest('details')!.open).toBe(true)
})

test('the form and the JSON view edit the same body', async () => {
  const { sent, user, part } = await openPage('createApiKey', ok)
  await user.click(part.getByRole('tab', { name: 'JSON' }))
  const text = part.getByLabelText('Body as JSON')
  expect(text).toHaveProperty('value', '{\n  "name": "Front desk"\n}')
  await user.clear(text)
  await user.type(text, '{{"name": "x", "extra": 1}')
  await user.click(part.getByRole('button', { name: 'Send' }))
  expect(sent[0]!.body).toBe('{"name": "x", "extra": 1}')
  await user.click(part.getByRole('tab', { name: 'Fields' }))
  expect(part.getByLabelText('name')).toHaveProperty('value', 'x')
})

test('JSON that does not fit the form stays JSON, and the page says so', async () => {
  const { user, part } = await openPage('createApiKey', ok)
  await user.click(part.getByRole('tab', { name: 'JSON' }))
  await user.clear(part.getByLabelText('Body as JSON'))
  await user.click(part.getByRole('tab', { name: 'Fields' }))
  expect(part.getByText(/not a JSON object/)).toBeTruthy()
  expect(part.getByRole('tab', { name: 'JSON' }).getAttribute('aria-selected')).toBe('true')
})

test('a field with invalid JSON is not sent', async () => {
  const { sent, user, part } = await openPage('makeCall', ok)
  await user.clear(part.getByLabelText('variables'))
  await user.type(part.getByLabelText('variables'), 'Ada')
  await user.click(part.getByRole('button', { name: 'Send' }))
  expect(part.getByText('This is not valid JSON.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('a deleting call asks for confirmation', async () => {
  const { sent, user, part } = await openPage('deleteApiKey', ok)
  await user.click(part.getByRole('button', { name: 'Send' }))
  const dialog = within(part.getByRole('dialog', { hidden: true }))
  await user.click(dialog.getByText('Cancel'))
  expect(sent).toEqual([])
  await user.click(part.getByRole('button', { name: 'Send' }))
  await user.click(within(part.getByRole('dialog', { hidden: true })).getByText('Send it'))
  expect(sent).toMatchObject([{ method: 'DELETE', target: '/api/user/api-keys/7' }])
})

test.each([
  ['', 'listApiKeys', /No key was sent and nobody is signed in/],
  ['3|wrong', 'listApiKeys', /This key is unknown/],
  ['', 'listVisitorConversations', /POST \/widget\/session/],
])('a 401 explains what is missing (key "%s", %s)', async (key, id, words) => {
  const { user, part } = await openPage(id, () =>
    Response.json({ message: 'Unauthenticated.' }, { status: 401 }),
  )
  if (key) await user.type(screen.getByLabelText('API key'), key)
  await user.click(part.getByRole('button', { name: 'Send' }))
  expect((await part.findByText('401')).closest('section')!.textContent).toMatch(words)
})

test('a server that cannot be reached is reported, not shown as a response', async () => {
  const { user, part } = await openPage('getMe', () => {
    throw new TypeError('fetch failed')
  })
  await user.click(part.getByRole('button', { name: 'Send' }))
  expect(await part.findByText(/Parley does not answer/)).toBeTruthy()
})

test('a file is sent as a form', async () => {
  const { sent, user, part } = await openPage('createDocument', ok)
  await user.click(part.getByRole('tab', { name: 'File' }))
  const file = new File(['open from 9 to 18'], 'hours.txt', { type: 'text/plain' })
  await user.upload(part.getByLabelText('File'), file)
  expect(part.getByLabelText(/^The call/).textContent).toContain(`-F 'file=@hours.txt'`)
  await user.click(part.getByRole('button', { name: 'Send' }))
  expect(sent[0]!.headers.has('content-type')).toBe(false)
  expect((sent[0]!.body as FormData).get('file')).toMatchObject({ name: 'hours.txt' })
})

test('a table is sent as CSV', async () => {
  const { sent, user, part } = await openPage('importPrices', ok)
  await user.click(part.getByRole('tab', { name: 'CSV' }))
  expect(part.getByLabelText('Body as CSV')).toHaveProperty(
    'value',
    'country,sms_price,call_price\nUS,0.0079,0.014\n',
  )
  await user.click(part.getByRole('button', { name: 'Send' }))
  expect(sent[0]!.headers.get('content-type')).toBe('text/csv')
  expect(sent[0]!.body).toBe('country,sms_price,call_price\nUS,0.0079,0.014\n')
})

test('closing and reopening a form keeps its input', async () => {
  const { user, part } = await openPage('createApiKey', ok)
  await user.type(part.getByLabelText('name'), '!')
  await user.click(part.getByRole('button', { name: /^Close the form/ }))
  await user.click(part.getByRole('button', { name: /^Try it/ }))
  expect(part.getByLabelText('name')).toHaveProperty('value', 'Front desk!')
})

test('/ focuses the search, except in a text field', async () => {
  const { user } = await openPage('getMe', ok)
  await user.keyboard('/')
  const search = screen.getByRole('searchbox')
  expect(document.activeElement).toBe(search)
  await user.type(search, '/user/me')
  expect(search).toHaveProperty('value', '/user/me')
})
