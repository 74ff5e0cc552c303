// The joints of a body, and what tells the shaders how a corner moves and which colour it has.

/** The heights of the joints of the usual body, which is 1.75 m tall, m. */
export const HIP = 0.9;
export const KNEE = 0.48;
export const ANKLE = 0.085;
export const SHOULDER = 1.425;
export const ELBOW = 1.11;
export const WRIST = 0.875;
export const NECK = 1.49;
/** Half the distance between the shoulders, and half the width of the usual body at its arms, m. */
export const REACH = 0.186;
export const HALF_WIDTH = 0.243;

/** What moves with which joint. Limbs bend smoothly at knees, ankles and elbows; what hangs from a hand stays upright. */
export const PART = { trunk: 0, head: 1, leftLeg: 2, rightLeg: 3, leftArm: 4, rightArm: 5, cloth: 6, inLeftHand: 7, inRightHand: 8 } as const;
/** The colours: of clothes, of skin, and of what is the same for everyone. `sleeve` and `shin` are cloth, or skin when they are bare. */
export const TONE = {
  coat: 0, skin: 1, trousers: 2, hair: 3, shoe: 4, bag: 5, sleeve: 6, accent: 7, shirt: 8, shin: 9, sole: 10, dark: 11, lip: 12, metal: 13, white: 14, bright: 15,
} as const;
