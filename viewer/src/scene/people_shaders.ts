// The shaders of people: how they move and how they are lit.

import { Color, ShaderMaterial, Vector3 } from 'three';
import { ELBOW, HIP, KNEE, SHOULDER } from './body';

/** The data per pedestrian: x, y, z and heading; phase, swing, size and a number of its own; colour. */
const INSTANCE = `
  attribute vec4 place;
  attribute vec4 gait;
  attribute vec4 tint;
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

const PLACE_BODY = `
  vec3 p = position;
  vec3 n = normal;
  walk(part, gait.x, gait.y, p, n);
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

export interface PeopleLight { sky: { value: Color }; ground: { value: Color }; sun: { value: Vector3 } }
export function peopleLight(): PeopleLight {
  return { sky: { value: new Color(1, 1, 1) }, ground: { value: new Color(0.6, 0.6, 0.6) }, sun: { value: new Vector3(0.62, -0.23, 0.75) } };
}

/** Returns the material of walkers and figures. They are lit in display colours, so that a coat has the colour of the legend. */
export function bodyMaterial(light: PeopleLight): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: light as unknown as ShaderMaterial['uniforms'],
    vertexShader: `${INSTANCE}
      attribute float part; attribute float tone;
      uniform vec3 sky; uniform vec3 ground; uniform vec3 sun;
      varying vec3 vColour;
      ${GAIT} ${TONES}
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
      attribute float tone;
      varying vec3 vColour;
      void main() {
        float c = cos(place.w), s = sin(place.w);
        vec3 p = position * vec3(gait.z, gait.z, 1.0);
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
    vertexShader: `attribute vec4 place; attribute vec4 gait;
      varying vec2 vAt;
      void main() {
        vAt = position.xy;
        vec2 p = position.xy * vec2(0.42, 0.36) * gait.z + vec2(-0.12, 0.05);
        gl_Position = projectionMatrix * viewMatrix * vec4(place.xy + p, place.z + 0.03, 1.0);
      }`,
    fragmentShader: `varying vec2 vAt; uniform vec3 colour; uniform float strength;
      void main() { float r = length(vAt); gl_FragColor = vec4(colour, strength * (1.0 - smoothstep(0.1, 1.0, r))); }`,
    transparent: true, depthWrite: false,
  });
}
