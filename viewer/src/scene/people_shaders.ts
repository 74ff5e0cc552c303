// The shaders of people: how they move and how they are lit.

import { Color, ShaderMaterial, Vector3 } from 'three';
import { ELBOW, HIP, KNEE, SHOULDER } from './body';

/** The height from which on a trunk is a head, m. */
const NECK = 1.5;

/**
 * The data per pedestrian: x, y, z and heading; phase, swing, size and a number of its own; how far it sits, how far behind its spot, m, how
 * much it stands at ease and how far it reaches out; colour.
 */
const INSTANCE = `
  attribute vec4 place;
  attribute vec4 gait;
  attribute vec4 pose;
  attribute vec4 tint;
  // The thighs of whoever sits lie nearly level.
  float thighs() { return 1.52 * pose.x; }
`;

const GAIT = `
  // The curve is nearly a triangle: the foot on the ground goes back as fast as the body goes forward, so it does not slide.
  float swing(float phase) { return asin(0.94 * sin(phase)) / 1.2226; }
  void turnAbout(inout vec3 p, inout vec3 n, float z, float angle) {
    float c = cos(angle), s = sin(angle);
    p = vec3(p.x * c - (p.z - z) * s, p.y, z + p.x * s + (p.z - z) * c);
    n = vec3(n.x * c - n.z * s, n.y, n.x * s + n.z * c);
  }
  void walk(float part, float phase, float amplitude, inout vec3 p, inout vec3 n) {
    float isRight = step(2.5, part) * step(part, 4.5) + step(6.5, part);
    float own = phase + isRight * 3.14159265;
    float leg = amplitude * swing(own);
    if (part < 0.5) {
      p.x += (p.z - ${HIP}) * amplitude * 0.12;
    } else if (part < 4.5) {
      // The knee bends while the leg comes forward.
      float bend = -amplitude * 1.7 * max(0.0, cos(own)) - 0.04;
      if (abs(part - 2.0) < 0.5 || abs(part - 4.0) < 0.5) turnAbout(p, n, ${KNEE}, bend);
      turnAbout(p, n, ${HIP}, leg);
    } else {
      if (abs(part - 6.0) < 0.5 || abs(part - 8.0) < 0.5) turnAbout(p, n, ${ELBOW}, 0.15 + amplitude * 0.9);
      turnAbout(p, n, ${SHOULDER}, -leg * 0.85);
      p.x += (p.z - ${HIP}) * amplitude * 0.12;
    }
    // Hips sink as the legs spread.
    p.z -= ${HIP} * (1.0 - cos(leg));
  }
`;

const REST = `
  // Sits down: feet stay where they are while the knees bend, and the body goes back and down.
  void sitDown(float part, inout vec3 p, inout vec3 n) {
    float angle = thighs();
    if (part > 0.5 && part < 4.5) {
      if (abs(part - 2.0) < 0.5 || abs(part - 4.0) < 0.5) turnAbout(p, n, ${KNEE}, -angle);
      turnAbout(p, n, ${HIP}, angle);
    } else {
      if (part > 4.5) {
        if (abs(part - 6.0) < 0.5 || abs(part - 8.0) < 0.5) {
          // Hands lie on the thighs.
          p.y -= sign(p.y) * 0.1 * pose.x * clamp((${ELBOW} - position.z) / 0.3, 0.0, 1.0);
          turnAbout(p, n, ${ELBOW}, 0.72 * pose.x);
        }
        turnAbout(p, n, ${SHOULDER}, 0.38 * pose.x);
      }
      // The trunk leans forward on the way, and a little back in the end.
      turnAbout(p, n, ${HIP}, 0.07 * pose.x - 0.6 * sin(3.14159265 * pose.x));
    }
    p.z -= ${(HIP - KNEE).toFixed(3)} * (1.0 - cos(angle));
    p.x -= pose.y * sin(angle);
  }
  // Stands at ease: the weight goes from one foot to the other, the head looks around, and whoever is served reaches out.
  void rest(float part, float own, inout vec3 p, inout vec3 n) {
    float at = time * 0.9 + own * 47.0;
    if (part > 6.5) {
      if (part > 7.5) turnAbout(p, n, ${ELBOW}, 1.05 * pose.w + 0.12 * pose.w * sin(at * 3.1));
      turnAbout(p, n, ${SHOULDER}, 0.4 * pose.w);
    }
    if (part < 0.5 && position.z > ${NECK.toFixed(1)}) {
      float turn = pose.z * 0.55 * sin(at * 0.43) * sin(at * 0.29 + own * 9.0);
      float c = cos(turn), s = sin(turn);
      p = vec3(p.x * c - p.y * s, p.x * s + p.y * c, p.z);
      n = vec3(n.x * c - n.y * s, n.x * s + n.y * c, n.z);
    }
    p.y += pose.z * (1.0 - 0.7 * pose.x) * 0.02 * sin(at * 0.61 + own * 5.0) * p.z;
    p.x += pose.z * (1.0 - 0.7 * pose.x) * 0.011 * sin(at * 0.47) * p.z;
  }
`;

const PLACE_BODY = `
  vec3 p = position;
  vec3 n = normal;
  walk(part, gait.x, gait.y, p, n);
  rest(part, gait.w, p, n);
  sitDown(part, p, n);
  p *= gait.z;
  float c = cos(place.w), s = sin(place.w);
  p = vec3(p.x * c - p.y * s, p.x * s + p.y * c, p.z) + place.xyz;
  n = vec3(n.x * c - n.y * s, n.x * s + n.y * c, n.z);
`;

const TONES = `
  vec3 toned(float tone, vec3 tint, float own) {
    if (tone < 0.5) return tint;
    if (tone < 1.5) return mix(vec3(0.93, 0.78, 0.66), vec3(0.46, 0.31, 0.23), fract(own * 7.31) * fract(own * 3.77));
    if (tone < 2.5) return mix(tint * 0.42, mix(vec3(0.2, 0.24, 0.32), vec3(0.47, 0.44, 0.42), fract(own * 5.13)), 0.72);
    if (tone < 3.5) return mix(vec3(0.13, 0.1, 0.09), vec3(0.5, 0.38, 0.27), fract(own * 9.7) * fract(own * 2.3));
    return vec3(0.13, 0.13, 0.15);
  }
`;

export interface PeopleLight { sky: { value: Color }; ground: { value: Color }; sun: { value: Vector3 }; /** The simulated time, s. */ time: { value: number } }
export function peopleLight(): PeopleLight {
  return { sky: { value: new Color(1, 1, 1) }, ground: { value: new Color(0.6, 0.6, 0.6) }, sun: { value: new Vector3(0.62, -0.23, 0.75) }, time: { value: 0 } };
}

/** Returns the material of walkers and figures. They are lit in display colours, so that a coat has the colour of the legend. */
export function bodyMaterial(light: PeopleLight): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: light as unknown as ShaderMaterial['uniforms'],
    vertexShader: `${INSTANCE}
      attribute float part; attribute float tone;
      uniform vec3 sky; uniform vec3 ground; uniform vec3 sun; uniform float time;
      varying vec3 vColour;
      ${GAIT} ${REST} ${TONES}
      void main() {
        ${PLACE_BODY}
        float up = n.z * 0.5 + 0.5;
        float lit = max(0.0, dot(n, sun));
        vColour = toned(tone, tint.rgb, gait.w) * (mix(ground, sky, up) * 0.78 + 0.36 * lit);
        gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.0);
      }`,
    fragmentShader: 'varying vec3 vColour; void main() { gl_FragColor = vec4(vColour, 1.0); }',
  });
}

/** Returns the material of people from above: flat colours with a dark rim. */
export function planMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: `${INSTANCE}
      attribute float tone; attribute float part;
      varying vec3 vColour;
      void main() {
        float c = cos(place.w), s = sin(place.w);
        vec3 p = position * vec3(gait.z, gait.z, 1.0);
        if (part > 0.5) p.x *= pose.x;
        p.x -= pose.y * sin(thighs());
        // The figure is raised above the slope of stairs; from above its height is not seen.
        p = vec3(p.x * c - p.y * s, p.x * s + p.y * c, p.z + 0.8) + place.xyz;
        vColour = tone < 0.5 ? tint.rgb : tone < 1.5 ? mix(tint.rgb, vec3(1.0), 0.45) : tint.rgb * 0.35;
        gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.0);
      }`,
    fragmentShader: 'varying vec3 vColour; void main() { gl_FragColor = vec4(vColour, 1.0); }',
  });
}

/** Returns the material of people far away: round points. `scale` is `CameraRig.scale` times the pixel ratio. */
export function dotMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { scale: { value: 1 }, least: { value: 2 }, lift: { value: 0.9 } },
    vertexShader: `attribute vec4 place; attribute vec4 tint;
      uniform float scale; uniform float least; uniform float lift;
      varying vec3 vColour;
      void main() {
        vColour = tint.rgb;
        gl_Position = projectionMatrix * viewMatrix * vec4(place.xy, place.z + lift, 1.0);
        gl_PointSize = max(least, 0.55 * scale / gl_Position.w);
      }`,
    fragmentShader: `varying vec3 vColour; void main() {
      vec2 at = gl_PointCoord - 0.5;
      if (dot(at, at) > 0.25) discard;
      gl_FragColor = vec4(vColour, 1.0);
    }`,
  });
}

/** Returns the material of shadows: a soft dark spot under the feet. */
export function shadowMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { colour: { value: new Color() }, strength: { value: 0.4 } },
    vertexShader: `${INSTANCE}
      varying vec2 vAt;
      void main() {
        vAt = position.xy;
        vec2 p = position.xy * vec2(0.42, 0.36) * gait.z + vec2(-0.12, 0.05);
        p -= 0.5 * pose.y * sin(thighs()) * vec2(cos(place.w), sin(place.w));
        gl_Position = projectionMatrix * viewMatrix * vec4(place.xy + p, place.z + 0.03, 1.0);
      }`,
    fragmentShader: `varying vec2 vAt; uniform vec3 colour; uniform float strength;
      void main() { float r = length(vAt); gl_FragColor = vec4(colour, strength * (1.0 - smoothstep(0.1, 1.0, r))); }`,
    transparent: true, depthWrite: false,
  });
}
