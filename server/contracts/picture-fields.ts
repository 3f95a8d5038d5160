import { z } from 'zod'

/** A picture’s path; its key grants access, and changes with the picture. */
export const PicturePath = z
  .string()
  .nullable()
  .describe('Path of the picture at this Parley’s address; null if there is none.')

/** Description of endpoints that take a picture. */
export const PICTURE_RULES =
  'A multipart body with `file`: a square JPEG with sides of 64 to 512 pixels, at most 100 kB. Metadata is removed. The address of the picture is new each time, and its content never changes.'
