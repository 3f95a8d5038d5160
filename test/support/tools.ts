import type { NewTool } from '#contracts/tools.ts'

/** Value of the tool's header, which only the shop may see. */
export const SECRET = 'Bearer very-secret-of-the-shop'

/** A tool of a shop at an address. */
export const stockTool = (endpoint: string, change: Partial<NewTool> = {}) => ({
  name: 'stock',
  description: 'How many of a thing are in stock.',
  endpoint,
  method: 'POST' as const,
  headers: [{ name: 'Authorization', value: SECRET }],
  schema: [{ name: 'item', type: 'string' as const, description: 'Its name.' }],
  ...change,
})
