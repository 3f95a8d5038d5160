/*
 * A client as the nodes of another automation tool are: a loop over many items that, when it is told to slow down, finds
 * the seconds in the text of the answer by a pattern, waits, and goes on.
 *
 *   node paced-node.ts http://127.0.0.1:4317/api "$KEY"
 */

const [base = '', key = ''] = process.argv.slice(2)

async function request(method: string, path: string, body?: object): Promise<string> {
  const response = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.ok) return text
  const seconds = /"retry_after":(\d+)/.exec(text)?.[1]
  if (response.status !== 429 || seconds === undefined)
    throw new Error(`${method} ${path}: ${response.status} ${text}`)
  console.log(`told to wait ${seconds} s`)
  await new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1000))
  return request(method, path, body)
}

const { total_balance: balance } = JSON.parse(await request('GET', '/user/me'))
console.log(`credentials are good: ${balance} USD`)
await request('POST', '/user/ledger', { amount: 25 })
const number = { phone_number: '+14155552671', type: 'normal', sms_capable: true }
const { data } = JSON.parse(await request('POST', '/user/phone-numbers', number))
const items = ['one', 'two', 'three']
for (const body of items)
  await request('POST', '/user/sms', { from: data.id, to: '+12025550123', body })
console.log(`sent: ${JSON.parse(await request('GET', '/user/sms?per_page=100')).total}`)

export {}
