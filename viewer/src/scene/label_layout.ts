// Which labels are shown, so that none covers another.

export interface LabelBox { left: number; right: number; top: number; bottom: number }

/** The room that is left between two labels, px. */
const APART = 3;

/** Returns which boxes are shown: each unless it covers one before it. Important labels come first; null is a label that is out of sight. */
export function fitting(boxes: readonly (LabelBox | null)[]): boolean[] {
  const taken: LabelBox[] = [];
  return boxes.map((box) => {
    const fits = box !== null && !taken.some((other) => other.left < box.right + APART && other.right + APART > box.left && other.top < box.bottom + APART && other.bottom + APART > box.top);
    if (fits) taken.push(box);
    return fits;
  });
}
