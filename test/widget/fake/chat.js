/** The chat's file as a launcher finds it beside its own: it does what the test wants. */
export const mountChat = (...given) => globalThis.mountFakeChat(...given)
