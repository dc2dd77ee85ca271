/**
 * The look of a bar: a colour and a pattern, so that no two kinds differ by colour alone. solid;
 * striped (solid with stripes); hatched (tint with thin stripes and an edge); dashed (tint with a
 * broken edge); hollow (no tint, a broken edge); outline (tint with a thin edge).
 */
export type BarLook = {
  tone: BarTone
  fill: 'solid' | 'striped' | 'hatched' | 'dashed' | 'hollow' | 'outline'
}
export type BarTone = 'accent' | 'red' | 'amber' | 'blue' | 'grey'

/** The distance between two stripes, in pixels. */
export const stripeStep = 7
