import { expect } from 'vitest'
import { getCallTimeline } from '#contracts/calls.ts'
import { colleague } from './operators.ts'
import { telephoneDesk } from './telephone-calls.ts'
import { listenFrom } from './voice-listener.ts'
import { waitLong } from './web-calls.ts'

/** An ongoing phone call, with an operator listening to it. */
export async function heardByBea(...[change, outside, options]: Parameters<typeof telephoneDesk>) {
  const desk = await telephoneDesk({ initial_message: 'Welcome.', ...change }, outside, options)
  const talking = await desk.talking()
  const bea = await colleague(desk, 'Bea')
  const timeline = () => desk.call(getCallTimeline, { params: { id: talking.id } })
  await expect.poll(async () => (await timeline()).company, waitLong).not.toBeNull()
  const ear = await listenFrom(desk, talking.id, bea.call)
  await expect.poll(() => ear.of('ready').length).toBe(1)
  return { desk, ...talking, bea, ear, timeline }
}
