// How people move, as code for the shaders: their build, walking, sitting, standing at ease, and their gestures.

import { ELBOW, HALF_WIDTH, HIP, KNEE, NECK, SHOULDER } from './body';
import { TEXELS } from './wardrobe';

const float = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));

/**
 * The data per pedestrian: x, y, z and heading; phase, swing, number, and a number from 0 to 1 of its own; how far it sits, how far behind its
 * spot, m, how much it stands at ease, its gesture and how far that has begun; colour.
 */
export const INSTANCE = `
  attribute vec4 place;
  attribute vec4 gait;
  attribute vec4 pose;
  attribute vec4 tint;
`;

/** Reads the looks of the pedestrian, which `Wardrobe` writes. */
export const LOOKS = `
  uniform sampler2D looks;
  vec4 look(int texel) {
    int id = int(gait.z + 0.5);
    return texelFetch(looks, ivec2((id % 64) * ${TEXELS} + texel, id / 64), 0);
  }
`;

const BODY = `
  struct Body {
    float height; float wide; float deep; float shoulders; float hips;
    float belly; float stoop; float head; float chest; float skirt;
    int worn; int carried; bool hasBareArms; bool isOnWheels;
  };
  Body bodyOf() {
    vec4 a = look(0), b = look(1), c = look(2);
    float height = a.r * 1.275;
    float wide = a.g * 0.51 / (${float(HALF_WIDTH)} * height);
    int carried = int(c.g * 255.0 + 0.5);
    return Body(height, wide, mix(1.0, wide, 0.6), a.b * 1.992, a.a * 1.992, b.r * 0.255, b.g * 0.6375, b.b * 1.992, b.a * 0.255, c.b,
      int(c.r * 255.0 + 0.5), carried, c.a > 0.5, (carried & 64) != 0);
  }
  float gestureOf() { return floor(pose.w + 0.0005); }
  float begun() { return clamp(fract(pose.w + 0.0005) / 0.999, 0.0, 1.0); }
  /** How far the telephone is held up: people in line look at it now and then. */
  float phone(Body body) {
    bool mayLook = (body.carried & 16) != 0 && (gestureOf() > 6.5 || pose.x > 0.5 || gestureOf() < 0.5);
    return mayLook ? smoothstep(-0.2, 0.0, sin(time * 0.11 + gait.w * 60.0)) * max(pose.z, pose.x) : 0.0;
  }
  bool isOn(Body body, float worn) {
    int code = int(worn + 0.5);
    if (code == 0) return true;
    if (code <= 8) return ((body.worn >> (code - 1)) & 1) == 1;
    return ((body.carried >> (code - 9)) & 1) == 1 && (code != 13 || phone(body) > 0.5);
  }
`;

const TURNS = `
  void turnAbout(inout vec3 p, inout vec3 n, float z, float angle) {
    float c = cos(angle), s = sin(angle);
    p = vec3(p.x * c - (p.z - z) * s, p.y, z + p.x * s + (p.z - z) * c);
    n = vec3(n.x * c - n.z * s, n.y, n.x * s + n.z * c);
  }
  void yaw(inout vec3 p, inout vec3 n, float angle) {
    float c = cos(angle), s = sin(angle);
    p = vec3(p.x * c - p.y * s, p.x * s + p.y * c, p.z);
    n = vec3(n.x * c - n.y * s, n.x * s + n.y * c, n.z);
  }
  bool isHead() { return part < 0.5 && (position.z > ${float(NECK)} || (worn > 1.5 && worn < 2.5)); }
  bool isCloth() { return worn > 5.5 && worn < 7.5; }
  float side() { return part > 4.5 ? (part < 6.5 ? 1.0 : -1.0) : (part < 2.5 ? 1.0 : -1.0); }
  bool isLower() { return abs(part - 2.0) < 0.5 || abs(part - 4.0) < 0.5 || abs(part - 6.0) < 0.5 || abs(part - 8.0) < 0.5; }
`;

const BUILD = `
  /** Gives the body its build. */
  void build(Body b, inout vec3 p) {
    if (isHead()) {
      p.xy *= b.head;
      p.z = ${float(NECK)} + (p.z - ${float(NECK)}) * b.head;
    } else if (part > 4.5) {
      float root = side() * 0.2;
      p.y = root * b.wide * b.shoulders + (p.y - root) * mix(1.0, b.wide, 0.5);
      p.x *= b.deep;
    } else if (part > 0.5) {
      p.y *= b.wide * b.hips;
      p.x *= b.deep;
    } else {
      float forward = clamp(position.x / 0.1, 0.0, 1.0);
      p.y *= b.wide * mix(b.hips, b.shoulders, smoothstep(1.0, 1.36, p.z));
      p.x *= b.deep;
      p.x += forward * (b.belly * exp(-pow((p.z - 1.07) / 0.13, 2.0)) + b.chest * exp(-pow((p.z - 1.32) / 0.08, 2.0)));
      // A skirt is as long as its build says.
      if (worn > 5.5 && worn < 6.5) p.z = 1.02 - (1.02 - p.z) * mix(0.75, 1.15, b.skirt);
    }
  }
`;

const WALK = `
  // The curve is nearly a triangle: the foot on the ground goes back as fast as the body goes forward, so it does not slide.
  float swing(float phase) { return asin(0.94 * sin(phase)) / 1.2226; }
  void walk(Body b, inout vec3 p, inout vec3 n) {
    float amplitude = b.isOnWheels ? 0.0 : gait.y;
    bool isArm = part > 4.5;
    bool isRight = side() < 0.0;
    float own = gait.x + (isRight && part > 0.5 ? 3.14159265 : 0.0);
    float leg = amplitude * swing(own);
    if (part > 0.5 && !isArm) {
      // The knee bends while the leg comes forward.
      float bend = -amplitude * 1.7 * max(0.0, cos(own)) - 0.04;
      if (isLower()) turnAbout(p, n, ${KNEE}, bend);
      turnAbout(p, n, ${HIP}, leg);
    } else {
      if (isArm) {
        // Whoever carries something swings its arm less; whoever pulls a case holds it back.
        bool isLoaded = (b.carried & 8) != 0 || (isRight && (b.carried & 4) != 0);
        bool isPulling = isRight && (b.carried & 32) != 0;
        float free = isPulling ? 0.0 : isLoaded ? 0.3 : 1.0;
        if (isLower()) turnAbout(p, n, ${ELBOW}, 0.15 + (isPulling ? 0.1 : amplitude * 0.9 * free));
        turnAbout(p, n, ${SHOULDER}, -leg * 0.85 * free - (isPulling ? 0.5 * (1.0 - pose.z) : 0.0));
      } else if (isCloth()) {
        float low = clamp((0.98 - position.z) / 0.5, 0.0, 1.0);
        p.x *= 1.0 + 1.5 * abs(leg) * low;
        p.x += 0.2 * leg * low * sign(position.y);
      }
      // The shoulders turn against the hips, and the trunk leans into the way.
      if (!isHead()) yaw(p, n, -0.28 * amplitude * swing(gait.x) * smoothstep(0.95, 1.4, p.z));
      p.x += (p.z - ${HIP}) * amplitude * 0.12;
    }
    // Hips sink as the legs spread.
    p.z -= ${HIP} * (1.0 - cos(leg));
  }
`;

const REST = `
  /** Turns and lowers the head. */
  void turnHead(inout vec3 p, inout vec3 n, float turn, float down) {
    yaw(p, n, turn);
    turnAbout(p, n, 1.52, -down);
  }
  /** Moves an arm from how it hangs: shoulder and elbow forward, rad, and the hand to the middle, m. */
  void moveArm(inout vec3 p, inout vec3 n, float shoulder, float elbow, float inward) {
    p.y -= side() * inward * clamp((${float(SHOULDER)} - position.z) / 0.5, 0.0, 1.0);
    if (isLower()) turnAbout(p, n, ${ELBOW}, elbow);
    turnAbout(p, n, ${SHOULDER}, shoulder);
  }
  /** Stands at ease: the weight goes from one foot to the other, the head looks around, and the arms and the head do what the gesture says. */
  void rest(Body b, inout vec3 p, inout vec3 n) {
    float own = gait.w, at = time * 0.9 + own * 47.0;
    float g = gestureOf(), k = begun();
    float still = pose.z * (1.0 - 0.7 * pose.x);
    float up = phone(b);
    bool isArm = part > 4.5;
    float glance = 0.55 * pose.z * sin(at * 0.43) * sin(at * 0.29 + own * 9.0), down = 0.35 * up;
    glance *= 1.0 - up;
    if (g == 1.0) {
      // Is served: reaches out, and pays now and then.
      glance *= 1.0 - 0.8 * k;
      down += 0.12 * k;
      float pays = k * smoothstep(0.2, 0.7, sin(at * 0.8));
      if (isArm) moveArm(p, n, side() < 0.0 ? 0.45 * k : 0.3 * pays, side() < 0.0 ? 0.95 * k + 0.15 * k * sin(at * 3.1) : 1.1 * pays, 0.04 * k);
    } else if (g == 2.0) {
      // Talks: whoever speaks moves its hands, whoever listens nods.
      float speaks = k * smoothstep(-0.15, 0.35, sin(at * 0.55 + own * 20.0));
      glance = 0.22 * k * sin(at * 0.9);
      down = k * (0.09 * (1.0 - speaks) * max(0.0, sin(at * 3.4)) - 0.03 * speaks);
      float hand = side() < 0.0 ? 1.0 : 0.75 * smoothstep(-0.2, 0.6, sin(at * 0.4 + 2.0));
      if (isArm) moveArm(p, n, speaks * hand * (0.22 + 0.14 * sin(at * 3.3 + side())), hand * speaks * (1.15 + 0.4 * sin(at * 4.7 + side() * 1.7)) + 0.1, 0.05 * speaks + 0.04 * speaks * sin(at * 2.6));
    } else if (g == 3.0) {
      // Watches, and claps with the others.
      glance *= 1.0 - 0.7 * k;
      float claps = k * smoothstep(0.45, 0.6, sin(time * 0.3 + 0.25 * sin(own * 50.0)));
      if (isArm) moveArm(p, n, 0.5 * claps, 1.25 * claps, claps * (0.135 + 0.055 * sin(time * (11.0 + 2.0 * own) + own * 30.0)));
    } else if (g == 4.0) {
      // Performs: dances.
      float beat = time * 4.4 + floor(own * 2.0) * 1.5708;
      glance = 0.0;
      down = -0.1 * k * sin(beat);
      if (isArm) moveArm(p, n, k * (1.35 + 0.95 * sin(beat * 0.5 + side())), k * (0.75 + 0.5 * sin(beat + side())), -0.16 * k * (1.0 + sin(beat * 0.5)));
      else if (part > 0.5) {
        float lifts = k * max(0.0, sin(beat + (side() > 0.0 ? 0.0 : 3.14159265)));
        p.y += side() * 0.04 * k;
        if (isLower()) turnAbout(p, n, ${KNEE}, -0.95 * lifts);
        turnAbout(p, n, ${HIP}, 0.62 * lifts);
      }
      if (!isHead()) yaw(p, n, 0.4 * k * sin(beat * 0.5) * smoothstep(0.85, 1.4, position.z));
      p.y += 0.07 * k * sin(beat) * smoothstep(0.4, 1.1, position.z);
      p.z += 0.035 * k * abs(sin(beat));
    } else if (g == 5.0) {
      // Stands guard: upright, hands behind the back, and looks from side to side.
      glance = mix(glance, 1.0 * sin(at * 0.37), k);
      if (isArm) moveArm(p, n, -0.38 * k, 0.35 * k, 0.15 * k);
      else if (part > 0.5) p.y += side() * 0.05 * k * clamp((${HIP} - position.z) / 0.5, 0.0, 1.0);
      still *= 1.0 - 0.8 * k;
    } else if (g == 6.0) {
      // Looks up at a board or a clock.
      glance = mix(glance, 0.12 * sin(at * 0.6), k);
      down -= 0.26 * k;
    } else if (g == 0.0 && pose.z > 0.5 && own > 0.55 && own < 0.75 && pose.x < 0.5) {
      // Some fold their arms.
      if (isArm) moveArm(p, n, 0.18 * pose.z, 1.5 * pose.z, 0.15 * pose.z);
    }
    if (isArm && side() < 0.0 && up > 0.0) moveArm(p, n, 0.42 * up, 1.35 * up, 0.08 * up);
    if (isHead()) turnHead(p, n, glance, down);
    float lean = still * 0.024 * sin(at * 0.61 + own * 5.0);
    p.y += lean * p.z;
    p.x += still * 0.011 * sin(at * 0.47) * p.z;
    // The knee of the leg without weight is a little bent; the trunk turns a little, and breathes.
    if (part > 0.5 && !isArm && !b.isOnWheels) {
      float free = still * 0.16 * max(0.0, side() * -sin(at * 0.61 + own * 5.0));
      if (isLower()) turnAbout(p, n, ${KNEE}, -1.6 * free);
      turnAbout(p, n, ${HIP}, free);
    } else if (!isHead()) yaw(p, n, still * 0.1 * sin(at * 0.31 + own * 3.0) * smoothstep(0.9, 1.4, p.z));
  }
`;

const SIT = `
  /** Sits down: feet stay where they are while the knees bend, and the body goes back and down. */
  void sitDown(Body b, inout vec3 p, inout vec3 n) {
    float sit = b.isOnWheels ? 1.0 : pose.x;
    if (sit <= 0.0) return;
    float angle = 1.52 * sit;
    bool isArm = part > 4.5;
    if ((part > 0.5 && !isArm) || (isCloth() && position.z < ${HIP})) {
      if (part > 0.5 && isLower()) turnAbout(p, n, ${KNEE}, -angle);
      turnAbout(p, n, ${HIP}, angle * (part > 0.5 ? 1.0 : 0.85));
    } else {
      if (isArm) {
        // Hands lie on the thighs, or on the wheels.
        float push = b.isOnWheels ? gait.y * sin(gait.x) : 0.0;
        if (isLower()) {
          p.y -= side() * 0.1 * sit * (b.isOnWheels ? -0.6 : 1.0) * clamp((${ELBOW} - position.z) / 0.3, 0.0, 1.0);
          turnAbout(p, n, ${ELBOW}, 0.72 * sit + 0.5 * push);
        }
        turnAbout(p, n, ${SHOULDER}, (b.isOnWheels ? 0.05 : 0.38) * sit + 0.9 * push);
      }
      // The trunk leans forward on the way, and a little back in the end.
      turnAbout(p, n, ${HIP}, 0.07 * sit - 0.6 * sin(3.14159265 * sit));
    }
    p.z -= ${(HIP - KNEE).toFixed(3)} * (1.0 - cos(angle));
    p.x -= pose.y / b.height * sin(angle);
    if (b.isOnWheels) p += vec3(-0.06, 0.0, 0.11);
  }
`;

/** `move(body, p, n)` moves a corner of the usual body to where it is in the place. */
export const MOVEMENT = `${BODY} ${TURNS} ${BUILD} ${WALK} ${REST} ${SIT}
  void move(Body b, inout vec3 p, inout vec3 n) {
    build(b, p);
    walk(b, p, n);
    rest(b, p, n);
    // A bent back, over which the head looks ahead.
    if (part < 0.5 || part > 4.5) {
      float bend = b.stoop * (1.0 - 0.5 * pose.x);
      if (isHead()) turnAbout(p, n, 1.5, 0.7 * bend);
      if (part > 4.5) turnAbout(p, n, ${SHOULDER}, 0.8 * bend);
      turnAbout(p, n, 1.0, -bend * smoothstep(0.95, 1.25, position.z + (part > 4.5 ? 1.0 : 0.0)));
    }
    sitDown(b, p, n);
    p *= b.height;
    float c = cos(place.w), s = sin(place.w);
    p = vec3(p.x * c - p.y * s, p.x * s + p.y * c, p.z) + place.xyz;
    n = vec3(n.x * c - n.y * s, n.x * s + n.y * c, n.z);
  }
`;
