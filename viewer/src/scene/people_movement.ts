// How people move, as code for the shaders: their build, walking, sitting, standing at ease, and their gestures.

import { ANKLE, ELBOW, HALF_WIDTH, HIP, KNEE, NECK, REACH, SHOULDER } from './joints';
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
  const float TURN = 6.2831853;
  struct Body {
    float height; float wide; float deep; float shoulders; float hips;
    float belly; float stoop; float head; float chest; float skirt;
    int worn; int carried; int hair; bool hasBareArms; bool hasBareShins; bool isOnWheels;
  };
  int byteOf(float value) { return int(value * 255.0 + 0.5); }
  Body bodyOf() {
    vec4 a = look(0), b = look(1), c = look(2);
    float height = a.r * 1.275;
    float wide = a.g * 0.51 / (${float(HALF_WIDTH)} * height);
    int carried = byteOf(c.g), bare = byteOf(c.a);
    return Body(height, wide, mix(1.0, wide, 0.6), a.b * 1.992, a.a * 1.992, b.r * 0.255, b.g * 0.6375, b.b * 1.992, b.a * 0.255, c.b,
      byteOf(c.r) + 256 * byteOf(look(3).a), carried, byteOf(look(4).a), (bare & 1) != 0, (bare & 2) != 0, (carried & 64) != 0);
  }
  float gestureOf() { return floor(pose.w + 0.0005); }
  float begun() { return clamp(fract(pose.w + 0.0005) / 0.999, 0.0, 1.0); }
  /** How far the telephone is held up: people who wait look at it now and then. */
  float phoneOf(int carried) {
    bool mayLook = (carried & 16) != 0 && (gestureOf() > 6.5 || pose.x > 0.5 || gestureOf() < 0.5);
    return mayLook ? smoothstep(-0.2, 0.0, sin(time * 0.11 + gait.w * 60.0)) * max(pose.z, pose.x) : 0.0;
  }
  float phone(Body body) { return phoneOf(body.carried); }
  /** Returns whether something is worn or carried. Most of what could be worn is not, so only what decides is read. */
  bool isOn(float worn) {
    int code = int(worn + 0.5);
    if (code == 0) return true;
    if (code <= 8) return ((byteOf(look(2).r) >> (code - 1)) & 1) == 1;
    if (code <= 16) return ((byteOf(look(3).a) >> (code - 9)) & 1) == 1;
    if (code <= 24) { int carried = byteOf(look(2).g); return ((carried >> (code - 17)) & 1) == 1 && (code != 21 || phoneOf(carried) > 0.5); }
    int hair = byteOf(look(4).a);
    return code == 31 ? hair > 0 : hair == code - 32;
  }
`;

const TURNS = `
  /** Turns by an angle about an axis to the left at a height: what is below goes forward. */
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
  bool isHead() { return part > 0.5 && part < 1.5; }
  bool isLeg() { return part > 1.5 && part < 3.5; }
  bool isCloth() { return part > 5.5 && part < 6.5; }
  bool isHung() { return part > 6.5; }
  bool isArm() { return (part > 3.5 && part < 5.5) || isHung(); }
  float side() { return isLeg() ? 5.0 - 2.0 * part : isHung() ? 15.0 - 2.0 * part : 9.0 - 2.0 * part; }
`;

const BUILD = `
  /** Gives the body its build. */
  void build(Body b, inout vec3 p) {
    if (isHead()) {
      p.xy *= b.head;
      p.z = ${float(NECK)} + (p.z - ${float(NECK)}) * b.head;
    } else if (isArm()) {
      float root = side() * ${float(REACH)};
      p.y = root * b.wide * b.shoulders + (p.y - root) * mix(1.0, b.wide, 0.5);
      p.x *= b.deep;
    } else if (isLeg()) {
      // Bare legs are slimmer than trousers; feet keep their length.
      float slim = b.hasBareShins && p.z < 0.55 && p.z > 0.12 ? 0.84 : 1.0;
      float root = side() * 0.09;
      p.y = root * b.wide * b.hips + (p.y - root) * b.wide * slim;
      p.x *= (p.z < 0.12 ? mix(1.0, b.deep, 0.4) : b.deep) * slim;
    } else {
      float forward = clamp(p.x / 0.1, 0.0, 1.0);
      p.y *= b.wide * mix(b.hips, b.shoulders, smoothstep(1.0, 1.36, p.z));
      p.x *= b.deep;
      p.x += forward * (b.belly * exp(-pow((p.z - 1.07) / 0.13, 2.0)) + b.chest * exp(-pow((p.z - 1.3) / 0.075, 2.0)) * (0.55 + 0.45 * smoothstep(0.02, 0.075, abs(p.y))));
      // A skirt is as long as its build says.
      if (worn > 0.5 && worn < 1.5) p.z = 1.02 - (1.02 - p.z) * mix(0.62, 1.25, b.skirt);
    }
  }
`;

const LIMBS = `
  /** How a leg or an arm is held, rad: below the joint forward. \`pitch\` is that of the foot on the ground, toes up; \`cross\` turns a forearm inwards; \`spread\` and \`inward\` move it out and in, as a share of its length. */
  struct Limb { float hip; float knee; float pitch; float shoulder; float elbow; float cross; float spread; };
  // The curve is nearly a triangle: the foot on the ground goes back as fast as the body goes forward, so it does not slide.
  float swing(float phase) { return asin(0.94 * sin(phase)) / 1.2226; }
  float swingOf(Body b) { return b.isOnWheels ? 0.0 : gait.y; }

  void walk(Body b, float side, inout Limb l) {
    float amplitude = swingOf(b);
    float own = gait.x + (side < 0.0 ? 3.14159265 : 0.0);
    float leg = amplitude * swing(own);
    l.hip += leg;
    // The knee bends from before the foot leaves the ground until it comes down.
    l.knee -= amplitude * 1.75 * max(0.0, cos(own + 0.4)) + 0.03;
    // The heel comes down first and leaves the ground first.
    float u = 2.0 * fract((own - 1.5707963) / TURN);
    l.pitch += amplitude * (u < 1.0 ? 0.75 * (1.0 - smoothstep(0.0, 0.2, u)) - 1.15 * smoothstep(0.6, 1.0, u) : mix(-1.15, 0.75, smoothstep(0.15, 0.95, u - 1.0)));
    // Whoever carries something swings that arm less; whoever pulls a case holds it back.
    bool isLoaded = (b.carried & 8) != 0 || (side < 0.0 && (b.carried & 4) != 0) || (side > 0.0 && (b.carried & 128) != 0);
    bool isPulling = side < 0.0 && (b.carried & 32) != 0;
    float free = isPulling ? 0.0 : isLoaded ? 0.25 : 1.0;
    l.shoulder -= leg * 0.8 * free + (isPulling ? 0.5 * (1.0 - pose.z) : 0.0);
    l.elbow += 0.14 + (isPulling ? 0.0 : amplitude * (0.5 - 0.55 * swing(own)) * free);
    l.spread += 0.045;
    if (side > 0.0 && (b.carried & 128) != 0) { l.elbow += 1.35; l.shoulder += 0.1; l.cross += 0.25; }
  }

  /** Does with its arms and legs what its gesture says. */
  void gesture(Body b, float side, inout Limb l) {
    float own = gait.w, at = time * 0.9 + own * 47.0;
    float g = gestureOf(), k = begun(), up = phone(b);
    bool isRight = side < 0.0;
    if (g == 1.0) {
      // Is served: reaches out, and pays now and then.
      float pays = k * smoothstep(0.2, 0.7, sin(at * 0.8));
      l.shoulder += isRight ? 0.45 * k : 0.3 * pays;
      l.elbow += isRight ? 0.8 * k + 0.15 * k * sin(at * 3.1) : 0.95 * pays;
      l.cross += 0.25 * k;
    } else if (g == 2.0) {
      // Talks: whoever speaks moves its hands.
      float speaks = k * smoothstep(-0.15, 0.35, sin(at * 0.55 + own * 20.0));
      float hand = isRight ? 1.0 : 0.75 * smoothstep(-0.2, 0.6, sin(at * 0.4 + 2.0));
      l.shoulder += speaks * hand * (0.2 + 0.14 * sin(at * 3.3 + side));
      l.elbow += hand * speaks * (1.1 + 0.4 * sin(at * 4.7 + side * 1.7));
      l.cross += speaks * hand * (0.25 + 0.3 * sin(at * 2.6));
      // Who listens holds one arm with the other, or has the hands together.
      float listens = (k - speaks) * step(0.5, fract(own * 7.3));
      l.shoulder += 0.12 * listens; l.elbow += 0.95 * listens; l.cross += 0.75 * listens;
    } else if (g == 3.0) {
      // Watches, and claps with the others.
      float claps = k * smoothstep(0.45, 0.6, sin(time * 0.3 + 0.25 * sin(own * 50.0)));
      l.shoulder += 0.42 * claps;
      l.elbow += 1.3 * claps;
      l.cross += claps * (0.42 + 0.17 * sin(time * (11.0 + 2.0 * own) + own * 30.0));
      l.elbow += (k - claps) * (own > 0.6 ? 1.1 : 0.0); l.cross += (k - claps) * (own > 0.6 ? 1.05 : 0.0);
    } else if (g == 4.0) {
      // Performs: dances.
      float beat = time * 4.4 + floor(own * 2.0) * 1.5708;
      l.shoulder += k * (1.35 + 0.95 * sin(beat * 0.5 + side));
      l.elbow += k * (0.75 + 0.5 * sin(beat + side));
      l.spread += 0.35 * k * (1.0 + sin(beat * 0.5));
      float lifts = k * max(0.0, sin(beat + (isRight ? 3.14159265 : 0.0)));
      l.knee -= 0.95 * lifts;
      l.hip += 0.62 * lifts;
      l.pitch -= 0.35 * lifts;
    } else if (g == 5.0) {
      // Stands guard: hands behind the back.
      l.shoulder -= 0.42 * k; l.elbow += 0.5 * k; l.cross += 0.85 * k;
    } else if (g == 0.0 && pose.z > 0.5 && pose.x < 0.5 && !b.isOnWheels) {
      // Some fold their arms, some have their hands before them, some in their pockets.
      float folds = pose.z * (own > 0.55 && own < 0.72 ? 1.0 : 0.0), before = pose.z * (own > 0.3 && own < 0.45 ? 1.0 : 0.0), pockets = pose.z * (own > 0.8 ? 1.0 : 0.0);
      l.shoulder += 0.12 * folds - 0.12 * pockets; l.elbow += 1.3 * folds + 0.35 * before + 0.55 * pockets; l.cross += 1.3 * folds + 0.75 * before;
      l.spread += 0.06 * pockets;
    }
    if (isRight && up > 0.0) { l.shoulder += 0.38 * up; l.elbow += 1.45 * up; l.cross += 0.35 * up; }
    // The knee of the leg without weight is a little bent.
    float still = pose.z * (1.0 - 0.7 * pose.x) * (g == 5.0 ? 1.0 - 0.8 * k : 1.0);
    float free = still * 0.17 * max(0.0, side * -sin(at * 0.61 + own * 5.0));
    if (!b.isOnWheels) { l.knee -= 1.6 * free; l.hip += free; }
  }

  /** Sits: feet stay where they are while the knees bend; hands lie on the thighs, or on the wheels. */
  void seat(Body b, float side, inout Limb l) {
    float sit = b.isOnWheels ? 1.0 : pose.x;
    float lounge = sit * (fract(gait.w * 5.7) - 0.5);
    l.hip += 1.5 * sit + 0.05 * lounge;
    l.knee -= (1.5 + (side > 0.0 ? 0.25 : -0.1) * lounge) * sit;
    if (b.isOnWheels) {
      float push = gait.y * sin(gait.x);
      l.shoulder += 0.05 + 0.9 * push; l.elbow += 0.7 + 0.5 * push; l.spread += 0.1;
    } else {
      float free = 1.0 - phone(b) * (side < 0.0 ? 1.0 : 0.0);
      l.shoulder += 0.34 * sit * free; l.elbow += 0.6 * sit * free; l.cross += 0.3 * sit * free;
    }
  }
`;

const TRUNK = `
  /** Moves the trunk, the head and the arms with it. */
  void carry(Body b, inout vec3 p, inout vec3 n, float height) {
    float amplitude = swingOf(b), own = gait.w, at = time * 0.9 + own * 47.0;
    float g = gestureOf(), k = begun(), up = phone(b);
    float still = pose.z * (1.0 - 0.7 * pose.x) * (g == 5.0 ? 1.0 - 0.8 * k : 1.0);
    if (isHead()) {
      float looks = 0.55 * pose.z + 0.22 * (1.0 - pose.z);
      float glance = looks * sin(at * 0.43) * sin(at * 0.29 + own * 9.0) * (1.0 - up), down = 0.42 * up;
      if (g == 1.0) { glance *= 1.0 - 0.8 * k; down += 0.12 * k; }
      else if (g == 2.0) {
        float speaks = k * smoothstep(-0.15, 0.35, sin(at * 0.55 + own * 20.0));
        glance = 0.22 * k * sin(at * 0.9);
        down = k * (0.1 * (1.0 - speaks) * max(0.0, sin(at * 3.4)) - 0.03 * speaks);
      } else if (g == 3.0) glance *= 1.0 - 0.7 * k;
      else if (g == 4.0) { glance = 0.0; down = -0.1 * k * sin(time * 4.4); }
      else if (g == 5.0) glance = mix(glance, sin(at * 0.37), k);
      else if (g == 6.0) { glance = mix(glance, 0.12 * sin(at * 0.6), k); down -= 0.26 * k; }
      yaw(p, n, glance);
      turnAbout(p, n, 1.52, -down);
      turnAbout(p, n, 1.5, 0.7 * b.stoop * (1.0 - 0.5 * pose.x));
    } else {
      // The shoulders turn against the hips.
      float high = smoothstep(0.95, 1.4, height);
      yaw(p, n, (-0.26 * amplitude * swing(gait.x) + still * 0.1 * sin(at * 0.31 + own * 3.0) + (g == 4.0 ? 0.4 * k * sin(time * 2.2) : 0.0)) * high);
    }
    if (isArm()) turnAbout(p, n, ${SHOULDER}, 0.8 * b.stoop);
    turnAbout(p, n, 1.0, -b.stoop * (1.0 - 0.5 * pose.x) * smoothstep(0.95, 1.25, height));
    // The trunk leans into the way; sitting down it leans forward on the way, and a little back in the end.
    p.x += (p.z - ${HIP}) * amplitude * 0.11;
    float sit = b.isOnWheels ? 1.0 : pose.x;
    if (sit > 0.0) turnAbout(p, n, ${HIP}, 0.07 * sit - 0.6 * sin(3.14159265 * sit));
  }
`;

/** `move(body, p, n)` moves a corner of the usual body to where it is in the place. */
export const MOVEMENT = `${BODY} ${TURNS} ${BUILD} ${LIMBS} ${TRUNK}
  void move(Body b, inout vec3 p, inout vec3 n) {
    // What hangs from a hand goes where the hand goes, and stays upright.
    vec3 hangs = p;
    if (isHung()) p = vec3(0.012, side() * ${float(REACH + 0.016)}, 0.765);
    float height = p.z;
    build(b, p);
    Limb l = Limb(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    float sit = b.isOnWheels ? 1.0 : pose.x;
    if (isLeg() || isArm()) {
      walk(b, side(), l);
      gesture(b, side(), l);
      seat(b, side(), l);
    }
    if (isLeg()) {
      float foot = 1.0 - smoothstep(${float(ANKLE)}, ${float(ANKLE + 0.055)}, height);
      float shin = 1.0 - smoothstep(${float(KNEE - 0.06)}, ${float(KNEE + 0.06)}, height);
      turnAbout(p, n, ${float(ANKLE)}, (l.pitch - l.hip - l.knee) * foot);
      turnAbout(p, n, ${KNEE}, l.knee * shin);
      turnAbout(p, n, ${HIP}, l.hip);
      p.y += side() * (pose.z * 0.012 + (gestureOf() == 5.0 ? 0.05 * begun() : 0.0) + 0.03 * sit) * clamp((${HIP} - height) / 0.5, 0.0, 1.0);
    } else if (isArm()) {
      float forearm = 1.0 - smoothstep(${float(ELBOW - 0.05)}, ${float(ELBOW + 0.05)}, height);
      turnAbout(p, n, ${ELBOW}, l.elbow * forearm);
      float pivot = side() * ${float(REACH)} * b.wide * b.shoulders;
      p.y -= pivot;
      yaw(p, n, -side() * l.cross * forearm);
      p.y += pivot;
      p.y += side() * l.spread * max(0.0, ${SHOULDER} - p.z);
      turnAbout(p, n, ${SHOULDER}, l.shoulder);
      carry(b, p, n, 1.4);
    } else {
      if (isCloth()) {
        // Cloth is pushed by the legs, and lies on the thighs of whoever sits.
        float leg = swingOf(b) * swing(gait.x), low = clamp((0.98 - height) / 0.5, 0.0, 1.0);
        p.x *= 1.0 + 1.4 * abs(leg) * low;
        p.x += 0.2 * leg * low * sign(position.y);
        if (sit > 0.0 && height < ${HIP}) turnAbout(p, n, ${HIP}, 1.46 * sit);
      }
      if (!(isCloth() && height < ${HIP} && sit > 0.0)) carry(b, p, n, height);
    }
    // Hips sink as the legs spread, and go back and down on the way to a seat; a dancer bounces.
    float leg = swingOf(b) * swing(gait.x);
    p.z -= ${HIP} * (1.0 - cos(leg));
    float still = pose.z * (1.0 - 0.7 * pose.x), at = time * 0.9 + gait.w * 47.0;
    p.y += still * 0.024 * sin(at * 0.61 + gait.w * 5.0) * max(p.z, 0.0);
    p.x += still * 0.011 * sin(at * 0.47) * max(p.z, 0.0);
    if (gestureOf() == 4.0) {
      float beat = time * 4.4 + floor(gait.w * 2.0) * 1.5708;
      p.y += 0.07 * begun() * sin(beat) * smoothstep(0.4, 1.1, height);
      p.z += 0.035 * begun() * abs(sin(beat));
    }
    if (sit > 0.0) {
      p.z -= ${float(Number((HIP - KNEE).toFixed(3)))} * (1.0 - cos(1.5 * sit));
      p.x -= pose.y / b.height * sin(1.5 * sit);
      if (b.isOnWheels) p += vec3(-0.06, 0.0, 0.11);
    }
    if (isHung()) p += hangs;
    p *= b.height;
    yaw(p, n, place.w);
    p += place.xyz;
  }
`;
