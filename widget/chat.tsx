export const mountChat = 1
